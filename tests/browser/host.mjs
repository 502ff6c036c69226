// A host of the press in a page, as simple as they come, in a sub-folder of its address.

import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png",
  ".zip": "application/zip", ".ttf": "font/ttf", ".webmanifest": "application/manifest+json", ".txt": "text/plain",
};

/// Serves the folder `dist` until it is closed; `show(other)` puts another one in its place.
export function serve(dist) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const file = join(dist, path.replace(/^\/games\/press/, "").replace(/\/$/, "/index.html"));
    if (!path.startsWith("/games/press/") || path.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Cache-Control": "max-age=600" });
    response.end(readFileSync(file));
  });
  return new Promise(done => server.listen(0, "127.0.0.1", () => done({
    url: `http://127.0.0.1:${server.address().port}/games/press/`,
    show: other => { dist = other; },
    close: () => new Promise(closed => { server.close(closed); server.closeAllConnections(); }),
  })));
}
