-- SQL's own door: the tables of document 002, filled by whoever pushes, and a recall in SQL for those
-- without Python. Files stay the truth: a row says what its file said when it was pushed, as far as the
-- clone that pushed it knew. It ranks otherwise than `memento recall`, which reads more of a text.
--
-- Vectors need the extension `vector`. Without it all else works; memento.use_vectors() takes it later.

create table memento.memory_item (
    tenant text not null,
    id text not null,
    type text not null,                       -- working, episodic, semantic or procedural
    title text not null,
    content text not null,
    source text not null,
    agent_id text,
    user_id text not null,
    project_id text,
    created_at timestamptz not null check (isfinite(created_at)),
    last_accessed_at timestamptz not null,
    importance double precision not null check (importance between 0 and 1),  -- as it was recorded
    pinned boolean not null,
    privacy_scope text not null,              -- private, team or public
    origin_trace jsonb not null,
    expires_at timestamptz,                   -- the end of its time to live
    views integer not null check (views >= 0),
    uses integer not null check (uses >= 0),
    edits integer not null check (edits >= 0),
    words tsvector not null,                  -- A: title, C: content, tags and people, D: other writings
    length integer not null check (length >= 0),  -- the number of its words
    word_set integer[] not null,              -- hashes of the distinct words of title and content
    primary key (tenant, id)
) partition by hash (tenant);

create table memento.memory_tag (
    tenant text not null,
    memory_id text not null,
    tag text not null,
    primary key (tenant, memory_id, tag),
    foreign key (tenant, memory_id) references memento.memory_item on delete cascade
) partition by hash (tenant);

create table memento.memory_link (
    tenant text not null,
    memory_id text not null,
    relation text not null,                   -- cause_of, derived_from, duplicates, contradicts, supersedes
    target_id text not null,
    primary key (tenant, memory_id, relation, target_id),
    foreign key (tenant, memory_id) references memento.memory_item on delete cascade
) partition by hash (tenant);

create table memento.feedback_event (
    tenant text not null,
    memory_id text not null,
    line text not null,                       -- the id of its line in the journal
    event text not null,                      -- used, edited, neglected, helpful or not_helpful
    score double precision not null,          -- 0 to 1
    ts timestamptz not null,
    primary key (tenant, memory_id, line),
    foreign key (tenant, memory_id) references memento.memory_item on delete cascade
) partition by hash (tenant);

create table memento.wm_buffer (
    tenant text not null,
    session_id text not null,
    items jsonb not null,
    token_budget integer not null,
    expires_at timestamptz not null,
    primary key (tenant, session_id)
) partition by hash (tenant);

do $$
declare
    name text;
begin
    foreach name in array array['memory_item', 'memory_tag', 'memory_link', 'feedback_event', 'wm_buffer'] loop
        for part in 0..7 loop
            execute format('create table memento.%1$s_%2$s partition of memento.%1$s for values with (modulus 8, remainder %2$s)', name, part);
        end loop;
        execute format('alter table memento.%I enable row level security', name);
        execute format('alter table memento.%I force row level security', name);
        execute format('create policy owner on memento.%I to memento_owner using (true) with check (true)', name);
        execute format('create policy members on memento.%I using (memento.is_member(tenant))', name);
    end loop;
end
$$;

create index memory_tag_tag on memento.memory_tag (tenant, tag);
create index memory_link_target on memento.memory_link (tenant, target_id, relation);

-- What is looked up of a word: a hash of tenant and word, since a GIN index has no other place for the
-- tenant. So a word costs what it costs in one tenant, however many share the partition.
create function memento.word_keys(_tenant text, _words text[]) returns bigint[]
language sql immutable strict parallel safe
return array(select hashtextextended(_tenant || ' ' || word, 0) from unnest(_words) as word);

create index memory_item_words on memento.memory_item using gin (memento.word_keys(tenant, tsvector_to_array(words)));

-- Words are cut here as memento_cli/core/text/words.py cuts them, and a test holds both to each other. The
-- server's locale has no part in it. (Functions whose body is parsed when they are made need no search_path.)

-- What a sign beyond ASCII is: `letter`, or one of the others.
create function memento.kind_of(_sign text) returns text
language sql immutable strict parallel safe
return case
    when ascii(_sign) <@ '{[173,173],[1160,1162),[1425,1470),[1471,1471],[1473,1475),[1476,1478),[1479,1479],[1564,1564],[6155,6160),'
        '[6846,6846],[8205,8208),[8234,8239),[8288,8304),[8413,8417),[8418,8421),[42608,42611),[65024,65040),'
        '[65279,65279],[127995,128000),[917504,921600)}'::int4multirange then 'modifier'
    when ascii(_sign) <@ '{[128,166),[167,169),[171,173),[175,175],[177,177],[180,180],[182,185),[187,187],[191,191],[215,215],'
        '[247,247],[706,710),[722,736),[741,748),[749,749],[751,768),[885,885],[894,894],[900,902),[903,903],'
        '[1014,1014],[1370,1376),[1417,1419),[1423,1423],[1470,1470],[1472,1472],[1475,1475],[1478,1478],[1523,1525),'
        '[1536,1550),[1563,1563],[1565,1568),[1642,1646),[1748,1748],[1757,1757],[1792,1806),[1807,1807],[2039,2042),'
        '[2046,2048),[2096,2111),[2142,2142],[2184,2184],[2192,2194),[2274,2274],[2404,2406),[2416,2416],[2546,2548),'
        '[2555,2555],[2557,2557],[2678,2678],[2800,2802),[3065,3065],[3191,3191],[3204,3204],[3572,3572],[3647,3647],'
        '[3663,3663],[3674,3676),[3844,3859),[3860,3860],[3898,3902),[3973,3973],[4048,4053),[4057,4059),[4170,4176),'
        '[4347,4347],[4960,4969),[5120,5120],[5742,5742],[5760,5760],[5787,5789),[5867,5870),[5941,5943),[6100,6103),'
        '[6104,6108),[6144,6155),[6468,6470),[6686,6688),[6816,6823),[6824,6830),[7002,7009),[7037,7039),[7164,7168),'
        '[7227,7232),[7294,7296),[7360,7368),[7379,7379],[8125,8125],[8127,8130),[8141,8144),[8157,8160),[8173,8176),'
        '[8189,8191),[8192,8205),[8208,8234),[8239,8288),[8314,8319),[8330,8335),[8352,8385),[8472,8472],[8512,8517),'
        '[8523,8523],[8592,8597),[8602,8604),[8608,8608],[8611,8611],[8614,8614],[8622,8622],[8654,8656),[8658,8658],'
        '[8660,8660],[8692,8960),[8968,8972),[8992,8994),[9001,9003),[9084,9084],[9115,9140),[9180,9186),[9655,9655],'
        '[9665,9665],[9720,9728),[9839,9839],[10088,10102),[10176,10240),[10496,11008),[11056,11077),[11079,11085),'
        '[11513,11517),[11518,11520),[11632,11632],[11776,11823),[11824,11856),[11858,11870),[12288,12292),'
        '[12296,12306),[12308,12320),[12336,12336],[12349,12349],[12443,12445),[12448,12448],[12539,12539],'
        '[42238,42240),[42509,42512),[42611,42611],[42622,42622],[42738,42744),[42752,42775),[42784,42786),'
        '[42889,42891),[43064,43064],[43124,43128),[43214,43216),[43256,43259),[43260,43260],[43310,43312),'
        '[43359,43359],[43457,43470),[43486,43488),[43612,43616),[43742,43744),[43760,43762),[43867,43867],'
        '[43882,43884),[44011,44011],[64297,64297],[64434,64451),[64830,64832),[65020,65020],[65040,65050),'
        '[65072,65107),[65108,65127),[65128,65132),[65281,65296),[65306,65313),[65339,65345),[65371,65382),'
        '[65504,65508),[65509,65511),[65513,65517),[65529,65532),[65792,65795),[66463,66463],[66512,66512],'
        '[66927,66927],[67671,67671],[67871,67871],[67903,67903],[68176,68185),[68223,68223],[68336,68343),'
        '[68409,68416),[68505,68509),[69293,69293],[69461,69466),[69510,69514),[69703,69710),[69819,69826),'
        '[69837,69837],[69952,69956),[70004,70006),[70085,70089),[70093,70093],[70107,70107],[70109,70112),'
        '[70200,70206),[70313,70313],[70731,70736),[70746,70748),[70749,70749],[70854,70854],[71105,71128),'
        '[71233,71236),[71264,71277),[71353,71353],[71484,71487),[71739,71739],[72004,72007),[72162,72162],'
        '[72255,72263),[72346,72349),[72350,72355),[72769,72774),[72816,72818),[73463,73465),[73693,73697),'
        '[73727,73727],[74864,74869),[77809,77811),[78896,78905),[92782,92784),[92917,92917],[92983,92988),'
        '[92996,92996],[93847,93851),[94178,94178],[113823,113828),[119155,119163),[120513,120513],[120539,120539],'
        '[120571,120571],[120597,120597],[120629,120629],[120655,120655],[120687,120687],[120713,120713],'
        '[120745,120745],[120771,120771],[121479,121484),[123647,123647],[125278,125280),[126128,126128],'
        '[126704,126706)}'::int4multirange then 'gap'
    when ascii(_sign) <@ '{[768,880),[1155,1160),[1552,1563),[1611,1632),[1648,1648],[1750,1757),[1759,1765),[1767,1769),[1770,1774),'
        '[1809,1809],[1840,1867),[1958,1969),[2027,2036),[2045,2045],[2070,2074),[2075,2084),[2085,2088),[2089,2094),'
        '[2137,2140),[2200,2208),[2250,2274),[2275,2308),[2362,2365),[2366,2384),[2385,2392),[2402,2404),[2433,2436),'
        '[2492,2492],[2494,2501),[2503,2505),[2507,2510),[2519,2519],[2530,2532),[2558,2558],[2561,2564),[2620,2620],'
        '[2622,2627),[2631,2633),[2635,2638),[2641,2641],[2672,2674),[2677,2677],[2689,2692),[2748,2748],[2750,2758),'
        '[2759,2762),[2763,2766),[2786,2788),[2810,2816),[2817,2820),[2876,2876],[2878,2885),[2887,2889),[2891,2894),'
        '[2901,2904),[2914,2916),[2946,2946],[3006,3011),[3014,3017),[3018,3022),[3031,3031],[3072,3077),[3132,3132],'
        '[3134,3141),[3142,3145),[3146,3150),[3157,3159),[3170,3172),[3201,3204),[3260,3260],[3262,3269),[3270,3273),'
        '[3274,3278),[3285,3287),[3298,3300),[3328,3332),[3387,3389),[3390,3397),[3398,3401),[3402,3406),[3415,3415],'
        '[3426,3428),[3457,3460),[3530,3530],[3535,3541),[3542,3542],[3544,3552),[3570,3572),[3633,3633],[3636,3643),'
        '[3655,3663),[3761,3761],[3764,3773),[3784,3790),[3864,3866),[3893,3893],[3895,3895],[3897,3897],[3902,3904),'
        '[3953,3973),[3974,3976),[3981,3992),[3993,4029),[4038,4038],[4139,4159),[4182,4186),[4190,4193),[4194,4197),'
        '[4199,4206),[4209,4213),[4226,4238),[4239,4239],[4250,4254),[4957,4960),[5906,5910),[5938,5941),[5970,5972),'
        '[6002,6004),[6068,6100),[6109,6109],[6277,6279),[6313,6313],[6432,6444),[6448,6460),[6679,6684),[6741,6751),'
        '[6752,6781),[6783,6783],[6832,6846),[6847,6863),[6912,6917),[6964,6981),[7019,7028),[7040,7043),[7073,7086),'
        '[7142,7156),[7204,7224),[7376,7379),[7380,7401),[7405,7405],[7412,7412],[7415,7418),[7616,7680),[8400,8413),'
        '[8417,8417],[8421,8433),[11503,11506),[11647,11647],[11744,11776),[12330,12336),[12441,12443),[42607,42607],'
        '[42612,42622),[42654,42656),[42736,42738),[43010,43010],[43014,43014],[43019,43019],[43043,43048),'
        '[43052,43052],[43136,43138),[43188,43206),[43232,43250),[43263,43263],[43302,43310),[43335,43348),'
        '[43392,43396),[43443,43457),[43493,43493],[43561,43575),[43587,43587],[43596,43598),[43643,43646),'
        '[43696,43696],[43698,43701),[43703,43705),[43710,43712),[43713,43713],[43755,43760),[43765,43767),'
        '[44003,44011),[44012,44014),[64286,64286],[65056,65072),[66045,66045],[66272,66272],[66422,66427),'
        '[68097,68100),[68101,68103),[68108,68112),[68152,68155),[68159,68159],[68325,68327),[68900,68904),'
        '[69291,69293),[69446,69457),[69506,69510),[69632,69635),[69688,69703),[69744,69744],[69747,69749),'
        '[69759,69763),[69808,69819),[69826,69826],[69888,69891),[69927,69941),[69957,69959),[70003,70003],'
        '[70016,70019),[70067,70081),[70089,70093),[70094,70096),[70188,70200),[70206,70206],[70367,70379),'
        '[70400,70404),[70459,70461),[70462,70469),[70471,70473),[70475,70478),[70487,70487],[70498,70500),'
        '[70502,70509),[70512,70517),[70709,70727),[70750,70750],[70832,70852),[71087,71094),[71096,71105),'
        '[71132,71134),[71216,71233),[71339,71352),[71453,71468),[71724,71739),[71984,71990),[71991,71993),'
        '[71995,71999),[72000,72000],[72002,72004),[72145,72152),[72154,72161),[72164,72164],[72193,72203),'
        '[72243,72250),[72251,72255),[72263,72263],[72273,72284),[72330,72346),[72751,72759),[72760,72768),'
        '[72850,72872),[72873,72887),[73009,73015),[73018,73018],[73020,73022),[73023,73030),[73031,73031],'
        '[73098,73103),[73104,73106),[73107,73112),[73459,73463),[92912,92917),[92976,92983),[94031,94031],'
        '[94033,94088),[94095,94099),[94180,94180],[94192,94194),[113821,113823),[118528,118574),[118576,118599),'
        '[119141,119146),[119149,119155),[119163,119171),[119173,119180),[119210,119214),[119362,119365),'
        '[121344,121399),[121403,121453),[121461,121461],[121476,121476],[121499,121504),[121505,121520),'
        '[122880,122887),[122888,122905),[122907,122914),[122915,122917),[122918,122923),[123184,123191),'
        '[123566,123566],[123628,123632),[125136,125143),[125252,125259)}'::int4multirange then 'mark'
    when ascii(_sign) <@ '{[166,166],[169,169],[174,174],[176,176],[1154,1154],[1421,1423),[1550,1552),[1758,1758],[1769,1769],'
        '[1789,1791),[2038,2038],[2554,2554],[2928,2928],[3059,3065),[3066,3066],[3199,3199],[3407,3407],[3449,3449],'
        '[3841,3844),[3859,3859],[3861,3864),[3866,3872),[3892,3892],[3894,3894],[3896,3896],[4030,4038),[4039,4045),'
        '[4046,4048),[4053,4057),[4254,4256),[5008,5018),[5741,5741],[6464,6464],[6622,6656),[7009,7019),[7028,7037),'
        '[8448,8450),[8451,8455),[8456,8458),[8468,8468],[8470,8472),[8478,8484),[8485,8485],[8487,8487],[8489,8489],'
        '[8494,8494],[8506,8508),[8522,8522],[8524,8526),[8527,8527],[8586,8588),[8597,8602),[8604,8608),[8609,8611),'
        '[8612,8614),[8615,8622),[8623,8654),[8656,8658),[8659,8659],[8661,8692),[8960,8968),[8972,8992),[8994,9001),'
        '[9003,9084),[9085,9115),[9140,9180),[9186,9255),[9280,9291),[9372,9450),[9472,9655),[9656,9665),[9666,9720),'
        '[9728,9839),[9840,10088),[10132,10176),[10240,10496),[11008,11056),[11077,11079),[11085,11124),'
        '[11126,11158),[11159,11264),[11493,11499),[11856,11858),[11904,11930),[11931,12020),[12032,12246),'
        '[12272,12284),[12292,12292],[12306,12308),[12320,12320],[12342,12344),[12350,12352),[12688,12690),'
        '[12694,12704),[12736,12772),[12800,12831),[12842,12872),[12880,12880],[12896,12928),[12938,12977),'
        '[12992,13312),[19904,19968),[42128,42183),[43048,43052),[43062,43064),[43065,43065],[43639,43642),'
        '[64832,64848),[64975,64975],[65021,65024),[65508,65508],[65512,65512],[65517,65519),[65532,65534),'
        '[65847,65856),[65913,65930),[65932,65935),[65936,65949),[65952,65952],[66000,66045),[67703,67705),'
        '[68296,68296],[71487,71487],[73685,73693),[73697,73714),[92988,92992),[92997,92997],[113820,113820],'
        '[118608,118724),[118784,119030),[119040,119079),[119081,119141),[119146,119149),[119171,119173),'
        '[119180,119210),[119214,119275),[119296,119362),[119365,119365],[119552,119639),[120832,121344),'
        '[121399,121403),[121453,121461),[121462,121476),[121477,121479),[123215,123215],[126124,126124],'
        '[126254,126254],[126976,127020),[127024,127124),[127136,127151),[127153,127168),[127169,127184),'
        '[127185,127222),[127245,127406),[127462,127491),[127504,127548),[127552,127561),[127568,127570),'
        '[127584,127590),[127744,127995),[128000,128728),[128733,128749),[128752,128765),[128768,128884),'
        '[128896,128985),[128992,129004),[129008,129008],[129024,129036),[129040,129096),[129104,129114),'
        '[129120,129160),[129168,129198),[129200,129202),[129280,129620),[129632,129646),[129648,129653),'
        '[129656,129661),[129664,129671),[129680,129709),[129712,129723),[129728,129734),[129744,129754),'
        '[129760,129768),[129776,129783),[129792,129939),[129940,129995)}'::int4multirange then 'symbol'
    when ascii(_sign) <@ '{[3584,3840),[4096,4256),[6016,6144),[11904,42192),[44032,55296),[63744,64256),[131072,262144)}'::int4multirange
        then 'unit'                           -- of a script without spaces between words
    when ascii(_sign) <@ '{[880,1424),[1488,1515),[1536,1792),[2304,3584)}'::int4multirange then 'rooted'
    else 'letter'
end;

-- The text with each letter written in one way.
create function memento.plain(_text text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
    plain text := translate(normalize(_text, NFKC),
        '°©®¦ёЁłŁøØđĐı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९άέήίόύώϊϋΐΰΆΈΉΊΌΎΏς',
        '    еЕlLoOdDi012345678901234567890123456789αεηιουωιυιυΑΕΗΙΟΥΩσ');
    pair text[];
begin
    foreach pair slice 1 in array array[['ß', 'ss'], ['ẞ', 'SS'], ['æ', 'ae'], ['Æ', 'AE'], ['œ', 'oe'], ['Œ', 'OE']] loop
        plain := replace(plain, pair[1], pair[2]);
    end loop;
    return plain;
end
$$;

-- The text with spaces between its words; a run of signs of a script without spaces as its signs, then its
-- pairs of signs.
create function memento.spaced(_text text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
    spaced text := '';
    run text[] := '{}';
    sign text;
    kind text;
begin
    foreach sign in array string_to_array(memento.plain(_text), null) || array[' '] loop
        kind := case
            when ascii(sign) > 127 then memento.kind_of(sign)
            when sign ~ '[0-9A-Za-z]' then 'letter'
            else 'gap'
        end;
        if kind = 'modifier' then
            continue;
        elsif kind = 'unit' then
            run := run || sign;
        elsif kind = 'mark' and cardinality(run) > 0 then
            run[cardinality(run)] := run[cardinality(run)] || sign;
        else
            if cardinality(run) > 0 then
                spaced := concat_ws(' ', spaced, array_to_string(run, ' '), (
                    select string_agg(run[n] || run[n + 1], ' ' order by n) from generate_series(1, cardinality(run) - 1) as n
                ), '');
                run := '{}';
            end if;
            spaced := spaced || case kind when 'gap' then ' ' when 'symbol' then ' ' || sign || ' ' else sign end;
        end if;
    end loop;
    return spaced;
end
$$;

-- What stays the same in most forms of a word of a script that inflects much.
create function memento.root(_word text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
    word text := _word;
    first constant integer := ascii(_word);
    article text;
begin
    if first < 880 or memento.kind_of(left(word, 1)) <> 'rooted' then
        return word;
    elsif first between 1488 and 1514 then    -- Hebrew: without its plural and the particles before it
        word := translate(word, 'ךםןףץ', 'כמנפצ');
        if length(word) > 4 and right(word, 2) in ('ימ', 'ות') then
            word := left(word, -2);
        end if;
        while length(word) > 3 and strpos('הובכלמש', left(word, 1)) > 0 loop
            word := substr(word, 2);
        end loop;
        return word;
    elsif first not between 1536 and 1791 then
        return left(word, least(5, greatest(3, length(word) - 1)));
    end if;
    word := translate(regexp_replace(word, U&'[\0640\0670\064B-\065F]', '', 'g'), 'أإآىیکةے', 'اااييكهي');
    foreach article in array array['وال', 'بال', 'كال', 'فال', 'لل', 'ال'] loop
        if starts_with(word, article) and length(word) - length(article) > 1 then
            return left(substr(word, length(article) + 1), 4);
        end if;
    end loop;
    return left(case when starts_with(word, 'و') and length(word) > 3 then substr(word, 2) else word end, 4);
end
$$;

-- All words of a text, in order, as `split` cuts them.
create function memento.words(_text text) returns text[]
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
    bare text := _text;
    scheme text;
begin
    foreach scheme in array array['ctx://person/', 'ctx://', 'https://', 'http://'] loop
        bare := replace(bare, scheme, ' ');
    end loop;
    if octet_length(bare) = length(bare) then
        return array(select word from regexp_split_to_table(bare, '[^0-9A-Za-z]+') as word where word <> '');
    end if;
    return array(
        select root from string_to_table(memento.spaced(bare), ' ') as word, memento.root(word) as root where root <> ''
    );
end
$$;

-- A word without differences of case and accents, as `folded_word` has it.
create function memento.folded(_word text) returns text
language sql immutable strict parallel safe
return case
    when octet_length(_word) = length(_word) then lower(_word)
    else translate(lower(_word collate "C"),
        'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦĨĩĪīĬ'
        'ĭĮįİĴĵĶķĹĺĻļĽľŁŃńŅņŇňŊŌōŎŏŐőŒŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠơƢƤƦƧƩƬƮ'
        'ƯưƱƲƳƵƷƸƼǍǎǏǐǑǒǓǔǕǖǗǘǙǚǛǜǞǟǠǡǢǣǤǦǧǨǩǪǫǬǭǮǯǰǴǵǶǷǸǹǺǻǼǽǾǿȀȁȂȃȄȅȆȇȈȉȊȋȌȍȎȏȐȑȒȓȔȕȖȗȘșȚțȜȞȟȠȢȤȦȧȨȩȪȫȬȭȮȯȰ'
        'ȱȲȳȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМ'
        'НОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈ'
        'ԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢ'
        'ᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠ'
        'ᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḁḂḃḄḅḆḇḈḉḊḋḌḍḎḏḐḑḒḓḔḕḖḗḘḙḚḛḜḝḞḟḠḡḢḣḤḥḦḧḨḩḪḫḬḭḮḯḰḱḲḳḴḵḶḷḸḹḺḻḼḽḾḿṀṁṂṃṄṅṆ'
        'ṇṈṉṊṋṌṍṎṏṐṑṒṓṔṕṖṗṘṙṚṛṜṝṞṟṠṡṢṣṤṥṦṧṨṩṪṫṬṭṮṯṰṱṲṳṴṵṶṷṸṹṺṻṼṽṾṿẀẁẂẃẄẅẆẇẈẉẊẋẌẍẎẏẐẑẒẓẔẕẖẗẘẙẞẠạẢảẤấẦầẨẩẪẫẬậẮắ'
        'ẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸ'
        'ἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺᾼῈῊῌῘῙῚῨῩῪῬῸῺῼ',
        'aaaaaaæceeeeiiiiðnoooooøuuuuyþaaaaaaceeeeiiiinooooouuuuyyaaaaaaccccccccddđeeeeeeeeeegggggggghhħiiiii'
        'iiiijjkkllllllłnnnnnnŋooooooœrrrrrrssssssssttttŧuuuuuuuuuuuuwwyyyzzzzzzɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵooƣƥʀƨʃƭʈ'
        'uuʊʋƴƶʒƹƽaaiioouuuuuuuuuuaaaaææǥggkkooooʒʒjggƕƿnnaaææøøaaaaeeeeiiiioooorrrruuuussttȝhhƞȣȥaaeeooooooo'
        'oyyⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклм'
        'нопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉ'
        'ԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲ'
        'ꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრ'
        'სტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿaabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnn'
        'nnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyßaaaaaaaaaaaaaaaa'
        'aaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰ'
        'ἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰᾳὲὴῃῐῑὶῠῡὺῥὸὼῳ')
end;

create text search dictionary memento.english (template = snowball, language = porter);

-- A folded word as it is stored, and any word as it is looked up.
create function memento.lexeme(_folded text) returns text
language sql immutable parallel safe
return coalesce(nullif((ts_lexize('memento.english', left(_folded, 100)))[1], ''), left(_folded, 100));

create function memento.stem(_word text) returns text
language sql immutable parallel safe
return memento.lexeme(memento.folded(_word));

-- How many signs of scripts without spaces a word has; and whether it is one that tells nothing alone.
create function memento.units_in(_word text) returns bigint
language sql immutable strict parallel safe
return (select count(*) from string_to_table(_word, null) as sign
    where ascii(sign) > 3584 and memento.kind_of(sign) = 'unit');

create function memento.is_syllable(_word text) returns boolean
language sql immutable strict parallel safe
return ascii(_word) <@ '{[3584,6144),[12352,12544)}'::int4multirange and memento.units_in(_word) = 1;

-- The words to look for, at most 128, each once, without those that say nothing, as `terms` has them.
create function memento.terms(_text text) returns text[]
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
    stop_words constant text[] := string_to_array('a about after all also am an and any are as at be because been before being but by can could d did do does doing don during each few for from further had has have having he her here hers him his how i if in into is it its itself just ll m me more most my no nor not of off on once only or other our ours out over own re s same she should so some such t than that the their theirs them then there these they this those through to too under until up ve very was we were what when where which while who whom why will with would you your yours', ' ');
    distinct_words text[];
    telling text[];
    longer text[];
begin
    select array_agg(word order by place) into distinct_words from (
        select word, min(place) as place from unnest(memento.words(_text)) with ordinality as cut (word, place) group by word
    ) as each;
    telling := array(
        select word from unnest(distinct_words) with ordinality as cut (word, place)
        where lower(word collate "C") <> all (stop_words) and not memento.is_syllable(word)
        order by place
    );
    if cardinality(telling) > 128 then
        longer := array(
            select word from unnest(telling) with ordinality as cut (word, place)
            where memento.units_in(word) <> 1 order by place
        );
        telling := case when cardinality(longer) > 0 then longer else telling end;
    end if;
    return (case when cardinality(telling) > 0 then telling else coalesce(distinct_words, '{}') end)[:128];
end
$$;

-- The vector of folded words: of each weight a text, in which they stand with a space between them.
create function memento.vector_of(_words jsonb) returns tsvector
language sql immutable strict parallel safe
return (
    select coalesce(string_agg(format('''%s'':%s%s', memento.lexeme(word), least(place, 16383), weight), ' '), '')::tsvector
    from jsonb_each_text(_words) as texts (weight, text),
        string_to_table(text, ' ') with ordinality as cut (word, place)
    where word <> ''
);

-- Those of these ids of which a folder has a file.
create function memento.held(_tenant text, _folder text, _ids text[]) returns text[]
language sql stable set search_path = pg_catalog, pg_temp
return array(
    select id from unnest(_ids) as id
    join memento.file on tenant = _tenant and path = format('%s/%s.toml', _folder, id) and hash is not null
);

-- Write what the pushed files of these memories say; one of which no item is given has no file any more.
-- What has no file here gets no row, or a member could fill these tables past every limit.
create function memento.put_items(_tenant text, _ids text[], _items jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    held text[];
begin
    perform memento.check_writer(_tenant);
    held := memento.held(_tenant, 'memories', _ids);
    delete from memento.memory_item where tenant = _tenant and id = any (_ids)
        and (id <> all (held) or id not in (select item ->> 'id' from jsonb_array_elements(_items) as item));
    perform memento.forget_embeddings(_tenant, array(
        select old.id from memento.memory_item as old
        join jsonb_to_recordset(_items) as item (id text, title text, content text) using (id)
        where tenant = _tenant and old.id = any (_ids) and (old.title, old.content) <> (item.title, item.content)));

    insert into memento.memory_item
    select _tenant, item.id, type, title, content, source, agent_id, user_id, project_id, created_at, last_accessed_at,
        importance, pinned, privacy_scope, origin_trace, expires_at, views, uses, edits,
        memento.vector_of(item.words), item.length, item.word_set
    from jsonb_to_recordset(_items) as item (
        id text, type text, title text, content text, source text, agent_id text, user_id text, project_id text,
        created_at timestamptz, last_accessed_at timestamptz, importance double precision, pinned boolean,
        privacy_scope text, origin_trace jsonb, expires_at timestamptz, views integer, uses integer, edits integer,
        words jsonb, length integer, word_set integer[])
    where item.id = any (held)
    order by item.id
    on conflict (tenant, id) do update set (
        type, title, content, source, agent_id, user_id, project_id, created_at, last_accessed_at, importance, pinned,
        privacy_scope, origin_trace, expires_at, views, uses, edits, words, length, word_set
    ) = (
        excluded.type, excluded.title, excluded.content, excluded.source, excluded.agent_id, excluded.user_id,
        excluded.project_id, excluded.created_at, excluded.last_accessed_at, excluded.importance, excluded.pinned,
        excluded.privacy_scope, excluded.origin_trace, excluded.expires_at, excluded.views, excluded.uses,
        excluded.edits, excluded.words, excluded.length, excluded.word_set
    );

    delete from memento.memory_tag where tenant = _tenant and memory_id = any (_ids);
    insert into memento.memory_tag
    select distinct _tenant, item ->> 'id', tag
    from jsonb_array_elements(_items) as item, jsonb_array_elements_text(item -> 'tags') as tag
    where item ->> 'id' = any (held);
    delete from memento.memory_link where tenant = _tenant and memory_id = any (_ids);
    insert into memento.memory_link
    select distinct _tenant, item ->> 'id', link ->> 0, link ->> 1
    from jsonb_array_elements(_items) as item, jsonb_array_elements(item -> 'links') as link
    where item ->> 'id' = any (held);
    delete from memento.feedback_event where tenant = _tenant and memory_id = any (_ids);
    insert into memento.feedback_event
    select distinct on (1, 2, 3) _tenant, item ->> 'id', each ->> 0, each ->> 1, (each ->> 2)::double precision, (each ->> 3)::timestamptz
    from jsonb_array_elements(_items) as item, jsonb_array_elements(item -> 'feedback') as each
    where item ->> 'id' = any (held);
end
$$;

-- Write what the pushed files of these sessions say, or remove them, as put_items does.
create function memento.put_buffers(_tenant text, _ids text[], _buffers jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_writer(_tenant);
    delete from memento.wm_buffer where tenant = _tenant and session_id = any (_ids);
    insert into memento.wm_buffer
    select _tenant, buffer.session_id, items, token_budget, expires_at
    from jsonb_to_recordset(_buffers) as buffer (session_id text, items jsonb, token_budget integer, expires_at timestamptz)
    where session_id = any (memento.held(_tenant, 'sessions', _ids))
    on conflict do nothing;
end
$$;

-- The best matches of a text by its words, at most so many, each with a score above 0: BM25 with b = 0.4,
-- as in `memento recall`, over the memories of the tenant.
create function memento.matches(_tenant text, _query text, _limit integer)
returns table (id text, score double precision)
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
    with asked as materialized (
        select word, memento.word_keys(_tenant, array[word]) as keys, format('''%s''', word)::tsquery as query
        from (select distinct memento.stem(term) as word from unnest(memento.terms(_query)) as term) as stems
    ), hits as materialized (
        select asked.word, item.id, item.length,
            1.5 * 1.6449340668482264 * ts_rank('{0.4667, 0.6667, 0.6667, 1}', item.words, asked.query) as times
        from asked join memento.memory_item as item
            on item.tenant = _tenant and memento.word_keys(item.tenant, tsvector_to_array(item.words)) @> asked.keys
    ), numbers as (
        select (select count(*) from memento.memory_item as item where item.tenant = _tenant) as items, avg(hits.length)::double precision as length from hits
    ), rarities as (
        select hits.word, ln(1 + (numbers.items - count(*) + 0.5::double precision) / (count(*) + 0.5::double precision)) as rarity
        from hits, numbers group by hits.word, numbers.items
    )
    select hits.id, sum(rarity * times * 2.2 / (times + 1.2 * (0.6 + 0.4 * hits.length / greatest(1, numbers.length)))) as score
    from hits join rarities using (word), numbers
    group by hits.id order by score desc, hits.id limit _limit;
end;

-- The cosines, -1 to 1, of an embedding with those of some memories and of the nearest ones; which memories
-- have none of a model yet; adding some; and removing those of memories that say something else by now.
-- use_vectors() puts others in the place of these, which know none.
create function memento.cosines(_tenant text, _model text, _embedding double precision[], _ids text[], _limit integer)
returns table (id text, cosine double precision)
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
    select null::text, null::double precision where false;
end;

create function memento.lacking_embeddings(_tenant text, _model text) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
end
$$;

create function memento.put_embeddings(_tenant text, _model text, _ids text[], _embeddings text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_writer(_tenant);
end
$$;

create function memento.forget_embeddings(_tenant text, _ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
end
$$;

-- An embedding as one of the length 1; null for one of zeros or without numbers, which is like no other.
create function memento.unit(_embedding double precision[]) returns double precision[]
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
    largest double precision := (select max(abs(each)) from unnest(_embedding) as each);
    length double precision;
begin
    if array_ndims(_embedding) > 1 or array_position(_embedding, null) is not null or largest >= 'Infinity' then
        raise exception 'an embedding is an array of finite numbers' using errcode = 'invalid_parameter_value';
    elsif largest is null or largest = 0 then
        return null;
    end if;
    length := sqrt((select sum((each / largest) ^ 2) from unnest(_embedding) as each));
    return array(select each / largest / length from unnest(_embedding) with ordinality as given (each, n) order by n);
end
$$;

-- A hit, with the parts of its score.
create type memento.hit as (
    id text, score double precision, relevance double precision, recency double precision, importance double precision,
    usage double precision, duplication double precision, word_set integer[]
);

create function memento.half_life_days(_type text) returns double precision
language sql immutable strict parallel safe
return case _type when 'working' then 2 when 'procedural' then 90 when 'semantic' then 180 else 30 end;

-- The hits of a question, the best first, as if none were a duplicate of another.
create function memento.scored(_tenant text, _query text, _embedding double precision[], _model text, _now timestamptz, _limit integer)
returns setof memento.hit
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
    with matched as materialized (
        select * from memento.matches(_tenant, _query, greatest(500, _limit))
    ), near as materialized (
        select * from memento.cosines(_tenant, _model, _embedding, array(select id from matched), greatest(50, _limit))
    ), found as (
        select id, coalesce(matched.score, 0) / greatest(max(matched.score) over (), 1e-9) as words, near.cosine
        from matched full join near using (id)
    ), candidates as (
        select item.id, item.word_set, found.words, found.cosine,
            exp(greatest(-700, -ln(2) / memento.half_life_days(item.type)
                * greatest(0, extract(epoch from _now - item.created_at)::double precision / 86400))) as recency,
            least(1, greatest(0, item.importance + case when item.pinned then 0.2 else 0 end
                + case item.type when 'semantic' then 0.1 when 'procedural' then 0.05 when 'working' then -0.05 else 0 end
            )) as importance,
            ln(1 + item.views) + 2 * ln(1 + item.uses) + 0.5 * ln(1 + item.edits) as used
        from found cross join lateral (  -- each by its key: however many there are, they are few of all
            select * from memento.memory_item as own where own.tenant = _tenant and own.id = found.id limit 1
        ) as item
        where (item.expires_at > _now) is not false and not exists (
            select from memento.memory_link as newer
            where newer.tenant = _tenant and newer.target_id = item.id and newer.relation = 'supersedes')
    ), parts as (
        select id, word_set, recency, importance,
            case when cosine is null then words else 0.6 * greatest(0, cosine) + 0.4 * words end as relevance,
            case
                when max(used) over () = 0 then null
                when max(used) over () = min(used) over () then 0.5
                else (used - min(used) over ()) / (max(used) over () - min(used) over () + 1e-6)
            end as usage
        from candidates
    )
    select id, case
            when usage is null then (0.5 * relevance + 0.2 * recency + 0.2 * importance) / 0.9
            else 0.5 * relevance + 0.2 * recency + 0.2 * importance + 0.1 * usage
        end as score,
        relevance, recency, importance, usage, 0, word_set
    from parts order by score desc, relevance desc, id limit _limit;
end;

create function memento.jaccard(_one integer[], _other integer[]) returns double precision
language sql immutable strict parallel safe
return (
    select coalesce(common::double precision / nullif(cardinality(_one) + cardinality(_other) - common, 0), 0)
    from (select count(*) as common from unnest(_one) as word where word = any (_other)) as counted
);

-- The memories that fit a question best, by S = .5 relevance + .2 recency + .2 importance + .1 usage
-- - .15 duplication, as the profile `agent` has it. The relevance is the share of the best score by words;
-- with an embedding it is .6 of the cosine and .4 of that. Superseded memories are left out, and those whose
-- time to live has ended.
create function memento.recall(
    _tenant text, _query text, _embedding double precision[] default null, _k integer default 8, _model text default null,
    _now timestamptz default now()
) returns table (
    id text, title text, content text, type text, trust text, created_at timestamptz, score double precision,
    relevance double precision, recency double precision, importance double precision, usage double precision,
    duplication double precision
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
    most_compared constant integer := 20;
    epsilon constant double precision := 0.15;
    hits memento.hit[];
    compared integer;
    best integer;
begin
    perform memento.check_member(_tenant);
    hits := array(select hit from memento.scored(_tenant, _query, memento.unit(_embedding), _model, _now, greatest(most_compared, _k)) as hit);
    compared := least(most_compared, cardinality(hits));

    -- Maximal marginal relevance among the first: what repeats a higher hit is pushed down.
    for place in 1..compared loop
        select n into best from generate_series(place, compared) as n
        order by (hits[n]).score - epsilon * (hits[n]).duplication desc, n limit 1;
        hits := hits[:place - 1] || hits[best] || hits[place:best - 1] || hits[best + 1:];
        hits[place].score := hits[place].score - epsilon * hits[place].duplication;
        for n in place + 1..compared loop
            hits[n].duplication := greatest(hits[n].duplication, memento.jaccard(hits[n].word_set, hits[place].word_set));
        end loop;
    end loop;
    return query
        select item.id, item.title, item.content, item.type, coalesce(item.origin_trace ->> 'trust', 'user'), item.created_at,
            hit.score, hit.relevance, hit.recency, hit.importance, hit.usage, hit.duplication
        from unnest(hits[:_k]) with ordinality as hit cross join lateral (
            select * from memento.memory_item as own where own.tenant = _tenant and own.id = hit.id limit 1
        ) as item
        order by hit.ordinality;
end
$$;

-- Take up the extension `vector`, if the database has it: the table of embeddings, and for each number of
-- dimensions in it an index. It is run whenever the hub is initialized. The extension may live in any schema.
create function memento.use_vectors() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $use$
declare
    version integer[] := (select string_to_array(extversion, '.')::integer[] from pg_extension where extname = 'vector');
    home text := (select nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'vector');
    -- The index is of all tenants of a partition: it goes on until it has enough of one. Before 0.8 it cannot.
    iterative text := case when version >= '{0,8}' then 'set hnsw.iterative_scan = relaxed_order' else '' end;
    dims integer;
begin
    if home is null or version < '{0,7}' then  -- which had no halfvec
        return;
    elsif to_regclass('memento.memory_embedding') is null then
        execute format('select ''[1]''::%I.halfvec', home);  -- which loads it, so that its settings are known
        execute format($sql$
            create table memento.memory_embedding (
                tenant text not null,
                memory_id text not null,
                model text not null,
                dim integer not null,
                embedding %I.halfvec not null,
                primary key (tenant, memory_id, model),
                foreign key (tenant, memory_id) references memento.memory_item on delete cascade
            ) partition by hash (tenant)
        $sql$, home);
        for part in 0..7 loop
            execute format('create table memento.memory_embedding_%1$s partition of memento.memory_embedding for values with (modulus 8, remainder %1$s)', part);
        end loop;
        alter table memento.memory_embedding enable row level security;
        alter table memento.memory_embedding force row level security;
        create policy owner on memento.memory_embedding to memento_owner using (true) with check (true);
        create policy members on memento.memory_embedding using (memento.is_member(tenant));
        execute format($sql$
            create or replace function memento.put_embeddings(_tenant text, _model text, _ids text[], _embeddings text[])
            returns void
            language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
            begin
                perform memento.check_writer(_tenant);
                insert into memento.memory_embedding
                select _tenant, id, _model, %1$I.vector_dims(embedding), embedding
                from unnest(_ids, _embeddings::%1$I.halfvec[]) as given (id, embedding)
                where exists (select from memento.memory_item as item where item.tenant = _tenant and item.id = given.id)
                order by id
                on conflict (tenant, memory_id, model) do update set dim = excluded.dim, embedding = excluded.embedding;
            end
            $$
        $sql$, home);
        create or replace function memento.lacking_embeddings(_tenant text, _model text) returns setof text
        language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
        begin
            perform memento.check_member(_tenant);
            return query
                select item.id from memento.memory_item as item where tenant = _tenant and not exists (
                    select from memento.memory_embedding as other
                    where other.tenant = _tenant and other.memory_id = item.id and other.model = _model);
        end
        $$;
        create or replace function memento.forget_embeddings(_tenant text, _ids text[]) returns void
        language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
        begin
            delete from memento.memory_embedding where tenant = _tenant and memory_id = any (_ids);
        end
        $$;
        -- Asked as text with its dimensions in it, or no index of these dimensions would serve.
        execute format($sql$
            create or replace function memento.cosines(_tenant text, _model text, _embedding double precision[], _ids text[], _limit integer)
            returns table (id text, cosine double precision)
            language plpgsql stable set search_path = pg_catalog, pg_temp set hnsw.ef_search = 200 %2$s as $$
            declare
                dims constant integer := cardinality(_embedding);
            begin
                if dims is null then
                    return;
                end if;
                return query execute format($ask$
                    with nearest as materialized (
                        select memory_id, embedding from memento.memory_embedding
                        where tenant = $1 and dim = %%1$s and ($2 is null or model = $2)
                        order by embedding::%1$I.halfvec(%%1$s) operator(%1$I.<=>) $3::%1$I.halfvec(%%1$s) limit $5
                    ), asked as (
                        select * from nearest union all
                        select memory_id, embedding from memento.memory_embedding
                        where tenant = $1 and dim = %%1$s and ($2 is null or model = $2) and memory_id = any ($4)
                    )
                    select memory_id, max(coalesce(nullif(1 - (embedding operator(%1$I.<=>) $3::%1$I.halfvec), 'NaN'), 0))
                    from asked group by memory_id
                $ask$, dims) using _tenant, _model, _embedding, _ids, _limit;
            end
            $$
        $sql$, home, iterative);
    end if;
    foreach dims in array array(select distinct dim from memento.memory_embedding where dim <= 4000) loop
        execute format($sql$
            create index if not exists memory_embedding_hnsw_%2$s on memento.memory_embedding
            using hnsw ((embedding::%1$I.halfvec(%2$s)) %1$I.halfvec_cosine_ops) where dim = %2$s
        $sql$, home, dims);
    end loop;
end
$use$;

revoke all on all functions in schema memento from public;
revoke all on all tables in schema memento from public;
grant execute on function
    memento.put_items(text, text[], jsonb),
    memento.put_buffers(text, text[], jsonb),
    memento.put_embeddings(text, text, text[], text[]),
    memento.lacking_embeddings(text, text),
    memento.recall(text, text, double precision[], integer, text, timestamptz)
to memento_member;
