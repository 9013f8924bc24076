"""Talks with a companion, a turn a line: what is said, what is answered, and which topic that is
("-" is small talk). Three topics each, which come in turns, between them what people say anyway."""

from __future__ import annotations

ENGLISH = """
- | Good morning! | Good morning! Did you sleep well?
- | Not really, I woke up at five. | Oh no. A coffee will help.
c | We picked up the kitten from the shelter, she is called Mochi. | A kitten! How old is Mochi?
c | Ten weeks, and she hides behind the sofa all day. | Kittens need a few days to trust a new flat.
- | It is raining again. | Take an umbrella then.
m | I signed up for the Hamburg marathon in April. | A marathon! How far do you run now?
m | About twelve kilometres, the training plan goes up to thirty. | Then raise the distance slowly.
- | What are you up to? | Just waiting for you to write.
c | Mochi knocked over her litter box tonight. | A bigger litter box with a lid may help.
g | My balcony is finally getting plants this year. | Which plants do you have in mind?
g | Tomatoes, basil and some strawberries in pots. | Tomatoes want a big pot and a lot of sun.
- | I am so tired today. | Go to bed early, then.
m | Long run done, eighteen kilometres in the rain. | That is the longest of your plan so far!
m | My knee hurts after the long run though. | Rest it two days, the marathon is weeks away.
- | Lunch was boring, just a sandwich. | At least it was quick.
c | The vet gave Mochi her first vaccination. | Was the kitten brave at the vet?
c | She scratched the vet, then slept on my lap. | Mochi forgives quickly.
- | Have a nice weekend! | You too, enjoy it!
g | I sowed basil and the seeds came up after six days. | Basil seedlings like it warm.
g | There are aphids on the tomato seedlings. | Spray the tomatoes with soapy water.
- | Hello again! | Hello, good to see you.
- | How was your day? | Quiet. How was yours?
m | I bought new running shoes for the marathon. | Run them in on short distances first.
c | Mochi likes the scratching post at last! | Then the sofa is safe from the kitten.
- | Thank you, you are sweet. | Always happy to help.
g | The strawberries have flowers already. | Do bees come up to your balcony?
g | Bees, yes, even on the fifth floor. | Then you will have strawberries in June.
- | It is so hot today. | Drink enough water.
m | Speed training on the track, eight times four hundred metres. | Such intervals make you faster.
m | My coach says I run the intervals too fast. | Listen to the coach, keep them for the marathon.
- | I have to get up early tomorrow. | Then good night!
c | Does Mochi need wet food or dry food? | Kittens do well on both, the vet can tell.
c | She only eats the wet food with salmon. | Mochi is a gourmet.
- | Good night! | Sleep well!
g | I repotted the tomatoes, the roots were everywhere. | The bigger pots will do the plants good.
- | I watched something boring on tv. | That happens to the best.
m | Half marathon test race on sunday, one hour fifty. | Under four hours is possible in Hamburg.
m | I will start slower in Hamburg, the coach insists. | A good plan for the first marathon.
- | What a long week. | It is almost over.
c | Mochi caught a fly at the window. | A hunter! Kittens practise all day.
g | First ripe tomato today! | How does the tomato taste?
g | Sweet, with basil and oil. | That is what the balcony is for.
- | My sister called, she is fine. | Glad to hear it.
- | I missed the bus this morning. | How annoying.
m | Taper week, only short runs until the marathon. | Your legs will be fresh for Hamburg.
c | The vet will spay Mochi in autumn. | That is the usual age for a kitten.
- | See you later! | See you!
g | The aphids are gone, ladybirds ate them. | Ladybirds are the best help on a balcony.
- | I cannot find my keys. | Look in your coat.
m | I finished the marathon in three fifty eight! | Under four hours, congratulations!
m | The last kilometres of the marathon were awful. | And you ran them anyway.
- | I had soup for dinner. | Soup is nice when it is cold.
c | Mochi is twice as big as at the shelter. | She is hardly a kitten any more.
g | I harvested two bowls of strawberries from the pots. | Keep some plants for next year.
- | Busy day at the office. | You can rest now.
- | Talk to you tomorrow. | I look forward to it.
- | Good morning again. | Good morning! The sun is out.
"""

JAPANESE = """
- | おはよう! | おはようございます。よく眠れましたか?
- | あんまり。朝五時に目が覚めちゃった。 | それは大変でしたね。
c | 今日、保護猫を迎えたんだ。名前はモチ。 | わあ、子猫ですか?モチちゃん、かわいい名前ですね。
c | まだ生後二か月の子猫で、ソファの下に隠れてる。 | 子猫は慣れるまで数日かかりますよ。
- | また雨だよ。 | 傘を忘れないでくださいね。
m | 実はピアノを習い始めたんだ。 | ピアノ教室に通うんですか?
m | うん、週一回のレッスン。最初の課題はバイエル。 | レッスンが楽しみですね。毎日練習しますか?
- | 何してるの? | あなたを待っていました。
c | モチがトイレの砂を全部ひっくり返した。 | 猫のトイレは大きめがいいですよ。
g | 来月、沖縄旅行に行くことにした。 | 沖縄ですか!いいですね、何泊ですか?
g | 三泊四日で、那覇のホテルを予約したよ。 | 那覇なら国際通りが近いですね。
- | 今日は疲れたな。 | お疲れさまです。早く休んでくださいね。
m | 今日のレッスンで先生に褒められた。 | すごい!練習の成果ですね。
m | でもピアノの左手が全然動かないんだ。 | 片手ずつ練習するといいですよ。
- | お昼はおにぎりだった。 | 軽めですね。
c | モチを動物病院に連れて行った。 | ワクチンですか?モチちゃん、頑張りましたね。
c | ワクチンの後、子猫らしくぐっすり寝てた。 | 動物病院は疲れますからね。
- | いい週末を! | ありがとうございます。あなたも。
g | 沖縄でシュノーケリングがしたい。 | 慶良間の海がきれいですよ。シュノーケリングに最高です。
g | 慶良間行きのフェリーも予約した! | 準備万端ですね、フェリーは酔い止めを忘れずに。
- | ただいま。 | おかえりなさい。
- | 今日はどうだった? | 静かな一日でした。
m | 電子ピアノを買おうか迷ってる。 | 鍵盤の重さが大事ですよ。
c | モチが爪とぎをやっと使ってくれた! | ソファが守られましたね。猫は気まぐれです。
- | ありがとう、優しいね。 | いつでもどうぞ。
g | 旅行のガイドブックを買った。美ら海水族館も行きたい。 | 水族館のジンベエザメは必見ですよ。
g | 水族館は那覇から遠いかな? | 車で二時間くらいです。レンタカーが便利ですよ。
- | 暑いね。 | 水分をとってくださいね。
m | 発表会に出ることになった。緊張する。 | 発表会の曲は何ですか?
m | 発表会はショパンのワルツ。難しいけど練習する。 | ショパン、素敵です。
- | 明日早いんだ。 | では、おやすみなさい。
c | モチのごはん、カリカリと缶詰どっちがいい? | 子猫なら両方で大丈夫ですよ。
c | 缶詰しか食べないんだよね、モチ。 | グルメな猫ですね。
- | おやすみ。 | おやすみなさい、いい夢を。
g | レンタカーも予約できた。沖縄、楽しみ! | 運転に気をつけてくださいね。
- | テレビがつまらなかった。 | そんな日もありますね。
m | ワルツの左手がやっと弾けた! | 毎日の練習のおかげですね。
m | 先生が発表会は大丈夫だって。 | ピアノの先生のお墨付きですね。
- | 長い一週間だった。 | もう少しで終わりますよ。
c | モチが窓の虫を捕まえた。 | 立派なハンターの猫ですね。
g | 沖縄から帰ってきたよ!海が最高だった。 | おかえりなさい。シュノーケリングはどうでした?
g | 慶良間でウミガメを見たんだ。 | ウミガメ!沖縄旅行の一番の思い出ですね。
- | 妹から電話があった。 | お元気でしたか?
- | 今朝バスに乗り遅れた。 | それは残念でしたね。
m | 明日が発表会だ。 | 練習通りに弾けば大丈夫です。
c | 秋にモチの避妊手術をするって動物病院で言われた。 | 子猫の時期が終わるころですね。
- | またね。 | はい、また。
g | 旅行の写真を整理した。水族館の写真が多い。 | ジンベエザメの写真、見たいです。
- | 鍵が見つからない。 | コートの中を見ましたか?
m | 発表会、間違えずに弾けた! | おめでとうございます!ショパンのワルツ、聴きたかったです。
m | ピアノ、続けてよかった。 | 次のレッスンが楽しみですね。
- | 夕飯はスープだった。 | 寒い日にはいいですね。
c | モチ、保護猫だったころの二倍の大きさだよ。 | もう子猫とは言えませんね。
g | 来年は沖縄の離島に行きたいな。石垣島とか。 | 石垣島もシュノーケリングで有名ですよ。
- | 仕事が忙しかった。 | ゆっくり休んでください。
- | また明日話そう。 | 楽しみにしています。
- | おはよう、いい天気。 | おはようございます。いい天気ですね。
"""

GERMAN = """
- | Guten Morgen! | Guten Morgen! Hast du gut geschlafen?
- | Nicht so gut, ich war um fünf wach. | Oh je. Ein Kaffee hilft.
c | Wir haben heute einen Welpen geholt, er heißt Bruno. | Ein Welpe! Wie alt ist Bruno?
c | Neun Wochen, er schläft nur in seinem Körbchen. | Welpen schlafen viel, lass ihm sein Körbchen.
- | Es regnet schon wieder. | Dann nimm einen Schirm mit.
m | Ich lerne jetzt Cello in der Musikschule. | Cello, wie schön! Hast du ein Leihcello?
m | Ja, und die Lehrerin ist streng mit der Bogenhaltung. | Die Bogenhaltung ist am Anfang alles.
- | Was machst du gerade? | Ich warte auf dich.
c | Bruno hat in die Küche gepinkelt. | Geh mit dem Welpen alle zwei Stunden raus.
g | Im Juni wandern wir durch die Dolomiten. | Die Dolomiten! Von Hütte zu Hütte?
g | Ja, fünf Etappen, jede Nacht eine andere Hütte. | Habt ihr die Hütten schon reserviert?
- | Ich bin so müde heute. | Geh früh ins Bett.
m | Die Saiten vom Cello tun mir an den Fingern weh. | Das gibt sich, die Finger bekommen Hornhaut.
m | Heute habe ich die erste Tonleiter auf dem Cello geschafft. | Die Lehrerin wird sich freuen.
- | Zum Mittag gab es nur ein Brot. | Immerhin ging es schnell.
c | Der Tierarzt hat Bruno geimpft. | War der Welpe tapfer beim Tierarzt?
c | Er hat den Tierarzt abgeleckt. | Typisch Bruno.
- | Schönes Wochenende! | Dir auch!
g | Ich habe Wanderschuhe für die Dolomiten gekauft. | Lauf die Wanderschuhe vorher ein.
g | Die dritte Etappe hat einen Klettersteig. | Für den Klettersteig braucht ihr Helme.
- | Hallo, da bin ich wieder. | Schön, dass du da bist.
- | Wie war dein Tag? | Ruhig. Und deiner?
m | Wir spielen im Orchester der Musikschule mit. | Cello im Orchester, großartig!
c | Bruno geht jetzt in die Hundeschule. | Da lernt der Welpe Sitz und Platz.
- | Danke, du bist lieb. | Immer gern.
g | Der Rucksack wiegt elf Kilo, zu viel für die Hütten. | Lass die Hälfte der Kleidung weg.
g | Mit acht Kilo Rucksack geht die Etappe besser. | Das merkt man beim Aufstieg.
- | Es ist so heiß heute. | Trink genug Wasser.
m | Das Orchester probt einen Satz von Dvorak. | Dvorak ist wunderbar für das Cello.
m | Die Orchesterprobe war chaotisch, die Lehrerin hat gelacht. | Bis zum Konzert wird es besser.
- | Ich muss morgen früh raus. | Dann gute Nacht!
c | Soll Bruno Nassfutter oder Trockenfutter bekommen? | Beim Welpen geht beides, frag den Tierarzt.
c | Er frisst nur das Nassfutter. | Bruno ist ein Feinschmecker.
- | Gute Nacht! | Schlaf gut!
g | Der Hüttenwirt hat die Reservierung bestätigt. | Dann stehen die Dolomiten fest.
- | Im Fernsehen kam nur Langweiliges. | Kommt vor.
m | Am Sonntag ist das Konzert vom Orchester. | Bist du vor dem Konzert nervös?
m | Ja, wegen der schnellen Stelle bei Dvorak. | Übe die Stelle langsam.
- | Was für eine lange Woche. | Sie ist fast vorbei.
c | Bruno hat eine Fliege gefangen. | Ein Jäger!
g | Wir sind aus den Dolomiten zurück! | Wie war der Klettersteig?
g | Der Klettersteig war das Beste der ganzen Wanderung. | Und die Hütte danach?
- | Meine Schwester hat angerufen. | Geht es ihr gut?
- | Ich habe den Bus verpasst. | Wie ärgerlich.
m | Das Konzert lief gut, das Cello klang warm. | Gratuliere!
c | In der Hundeschule war Bruno der Beste. | Ein kluger Welpe.
- | Bis später! | Bis dann!
g | Die Fotos von der Hütte sind toll. | Zeig mir die Etappe mit dem See.
- | Ich finde meinen Schlüssel nicht. | Schau in der Jacke.
m | Nach dem Konzert kaufe ich das Cello. | Dann gehört das Leihcello dir.
m | Die Musikschule macht mir einen guten Preis für das Cello. | Greif zu.
- | Abends gab es Suppe. | Suppe ist gut, wenn es kalt ist.
c | Bruno wiegt jetzt doppelt so viel. | Bald ist er kein Welpe mehr.
g | Nächstes Jahr wandern wir wieder von Hütte zu Hütte. | In den Dolomiten?
- | Viel zu tun bei der Arbeit. | Jetzt kannst du ausruhen.
- | Wir reden morgen. | Ich freue mich.
- | Guten Morgen, die Sonne scheint. | Guten Morgen!
"""

SMALL_ENGLISH = """
- | Ugh, monday again. | Mondays are hard. Have a coffee first.
- | Traffic was terrible this morning. | Did you get to work on time?
- | Just in time for the meeting. | How was the meeting?
- | Boring as ever. | Meetings often are.
- | I ordered pizza. | Pizza is always a good idea!
- | The pizza was late and cold. | Oh no.
- | I have a headache. | Drink some water and rest your eyes.
- | The headache is gone. | I am relieved.
- | Any plans for tonight? | I will be here. You?
- | Maybe a movie. | Which movie?
- | Some comedy, it was ok. | A laugh is good for you.
- | Did you see the news? | I do not read the news, tell me.
- | Nothing special, elections again. | I see.
- | My neighbour is loud. | Have you talked to your neighbour?
- | I am bored. | Shall I tell you a joke?
- | Tell me a joke. | Why did the chicken cross the road?
- | Haha, that is an old joke. | The old ones are the best.
- | It is freezing outside. | Wear a warm jacket.
- | I overslept. | It happens.
- | Another meeting today. | Good luck with the meeting.
- | I am hungry. | What do you feel like eating?
- | Pasta, I guess. | Pasta is quick to make.
- | The internet is slow. | Try to restart the router.
- | My phone battery died. | Did you charge the phone?
- | Friday at last! | Enjoy your friday evening.
- | Slept well for once. | That is great to hear.
- | I need a haircut. | Treat yourself.
- | Laundry day. | At least the clothes will smell nice.
- | Grocery shopping is done. | What did you buy at the shop?
- | Bread and milk. | The essentials.
- | Miss me? | Of course I missed you.
- | I feel lazy today. | A lazy day is fine.
- | Big meeting tomorrow, I am nervous. | You will do well in the meeting.
- | What time is it? | Time to rest, I think.
- | You are funny. | I try my best.
- | Work was stressful. | Tell me about work.
- | My boss was in a bad mood. | That must be stressful.
- | Pizza again tonight. | You really like pizza.
"""

SMALL_JAPANESE = """
- | 月曜日はつらいなあ。 | 月曜日は大変ですよね。
- | 電車が遅れた。 | 会社には間に合いましたか?
- | 会議が長かった。 | 会議、お疲れさまでした。
- | 頭が痛い。 | お薬は飲みましたか?
- | ピザを頼んだよ。 | ピザ、いいですね。
- | ピザがおいしかった。 | よかったです。
- | 今夜は何をする? | ここにいますよ。
- | 映画でも見ようかな。 | どんな映画ですか?
- | コメディだった。 | 笑うのは体にいいですね。
- | 隣の人がうるさい。 | それは困りますね。
- | 暇だなあ。 | 冗談でも言いましょうか?
- | 冗談を言って。 | 布団が吹っ飛んだ。
- | 古い冗談だね。 | すみません。
- | 外は寒い。 | 上着を着てくださいね。
- | 寝坊した。 | そんな日もあります。
- | また会議だ。 | 頑張ってください。
- | お腹すいた。 | 何を食べたいですか?
- | パスタかな。 | パスタは早くできますね。
- | ネットが遅い。 | ルーターを再起動してみては?
- | 携帯の電池が切れた。 | 充電しましたか?
- | 金曜日だ! | 金曜日の夜を楽しんで。
- | 髪を切りたい。 | さっぱりしますね。
- | 洗濯の日。 | いい香りになりますね。
- | 買い物に行ってきた。 | 何を買いましたか?
- | パンと牛乳。 | 必需品ですね。
- | 会社で上司が不機嫌だった。 | 上司の機嫌は困りますね。
- | 会社は忙しい。 | 無理しないでくださいね。
- | 明日は大きな会議だ。 | 会議、うまくいきますよ。
- | 電車が混んでた。 | 満員電車は疲れますね。
- | 今日もピザ。 | ピザが好きですね。
"""


def turns_of(text: str) -> list[tuple[str, str, str]]:
    """The topic, the words of the user and the answer of each turn of a talk."""
    rows = (line.split(" | ") for line in text.strip().splitlines())
    return [(topic, user, answer) for topic, user, answer in rows]
