// The suite knows no token: every request of its process is given the one of the tests.
import { subscribe } from "node:diagnostics_channel";

const bearer = ["authorization", `Bearer ${process.env.MEMENTO_MCP_TOKEN}`];
subscribe("undici:request:create", ({ request }) => request.addHeader(...bearer));
subscribe("http.client.request.created", ({ request }) => request.setHeader(...bearer));
