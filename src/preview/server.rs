//! The server of a preview, on the loop-back address. In: requests of browsers. Out: questions for the
//! program to answer; forbidden requests are refused here. No path of a request names a file.

use std::io::{Read, Write};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;
use tiny_http::{Header, Method, Request, Response};

use super::ReviewedItem;
use crate::web::PreviewPage;
use base::text::without_number;

/// Address that only programs of this machine can reach.
const LOOP_BACK: &str = "127.0.0.1";
/// Default port, tried first, so that a page finds the next run.
const USUAL_PORT: u16 = 4650;

/// Headers of every answer: its type is not guessed, and no other site shows it.
const GUARDS: [(&str, &str); 4] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "SAMEORIGIN"),
];

/// A question of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The state of the book, once it is another version.
    State {
        /// The known version.
        after: u64,
        /// The view that is looked at.
        view: String,
        /// The visible page.
        page: usize,
    },
    /// A page by its name.
    Drawing(String),
    /// The place on the pages of the nth finding.
    Place(usize),
    /// The review.
    Review,
    /// A decision about an item that waits.
    Decide(Decision, ReviewedItem),
}

/// A decision about an item of the review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is accepted, and written at once.
    Accept,
    /// Its place is opened in a program of this machine.
    Open,
}

/// The body of a request with a decision.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionBody {
    decision: Decision,
    id: String,
    state: String,
}

/// Maximum size of such a body, in bytes.
const LONGEST_BODY: u64 = 4_096;

/// A question, and the browser that waits for its answer.
pub struct Asked {
    /// The question.
    pub question: Question,
    /// The browser that asks.
    pub asker: Asker,
}

/// A server that listens.
pub struct PreviewServer {
    http: tiny_http::Server,
    /// The only host names that it answers to.
    hosts: [String; 2],
}

impl PreviewServer {
    /// Listens on a port of the loop-back address: the given one, or else the default port or any free one.
    ///
    /// # Errors
    /// If that port is taken.
    pub fn listen(port: Option<u16>) -> Result<Self> {
        let open = |port: u16| tiny_http::Server::http((LOOP_BACK, port));
        let http = match port {
            Some(port) => open(port).map_err(|error| {
                anyhow!("cannot listen on port {port}: {}", without_number(&error.to_string()))
            })?,
            None => open(USUAL_PORT)
                .or_else(|_| open(0))
                .map_err(|error| anyhow!("cannot listen on {LOOP_BACK}: {error}"))?,
        };
        let address = http.server_addr().to_ip().context("the server has no address")?;
        let hosts = [LOOP_BACK, "localhost"].map(|host| format!("{host}:{}", address.port()));
        Ok(Self { http, hosts })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.hosts[0])
    }

    /// Passes questions to `ask` until it returns false; answers requests for the page itself.
    pub fn serve(self, page: PreviewPage, ask: impl Fn(Asked) -> bool + Clone + Send + 'static) {
        let (server, page) = (Arc::new(self), Arc::new(page));
        while let Ok(request) = server.http.recv() {
            if *request.method() == Method::Post {
                // A browser that stops in the middle of a body delays nobody else.
                let (server, page, ask) = (server.clone(), page.clone(), ask.clone());
                thread::spawn(move || server.take(request, &page, &ask));
            } else if !server.take(request, &page, &ask) {
                return;
            }
        }
    }

    /// Answers a request, or passes its question on; returns false if nobody answers any more.
    fn take(&self, request: Request, page: &PreviewPage, ask: &impl Fn(Asked) -> bool) -> bool {
        let mut asker = Asker(request);
        match self.read_request(&mut asker.0) {
            Ok(None) => asker.answer(Answer::page(page)),
            Ok(Some(question)) => return ask(Asked { question, asker }),
            Err((status, words)) => asker.answer(Answer::refusal(status, words)),
        }
        true
    }

    /// Returns the question of a request, `None` for the page itself; or the status and the words of a
    /// refusal.
    fn read_request(&self, request: &mut Request) -> Result<Option<Question>, (u16, &'static str)> {
        let host = header(request, "Host").unwrap_or_default();
        if !self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)) {
            return Err((421, "this preview answers only under its own address"));
        }
        let is_foreign = |site: &str| !matches!(site, "same-origin" | "none");
        if header(request, "Sec-Fetch-Site").is_some_and(is_foreign) && request.url() != "/" {
            return Err((403, "other pages may not ask"));
        }
        if *request.method() == Method::Post && request.url() == "/review" {
            return self.read_decision(request).map(Some);
        }
        if *request.method() != Method::Get {
            return Err((405, "only GET is answered"));
        }
        read_path(request.url()).ok_or((404, "there is nothing with this name"))
    }

    /// Returns the decision of a request. Only the page of this preview can decide: no other page can use its
    /// origin, or send such a body without permission.
    fn read_decision(&self, request: &mut Request) -> Result<Question, (u16, &'static str)> {
        let origin = header(request, "Origin").unwrap_or_default();
        let is_own = self.hosts.iter().any(|own| origin == format!("http://{own}"));
        if !is_own || header(request, "Content-Type") != Some("application/json") {
            return Err((403, "only the page of this preview decides"));
        }
        let mut body = Vec::new();
        let read = request.as_reader().take(LONGEST_BODY).read_to_end(&mut body);
        let decided = read.ok().and_then(|_| serde_json::from_slice::<DecisionBody>(&body).ok());
        let DecisionBody { decision, id, state } =
            decided.ok_or((400, "the decision cannot be read"))?;
        Ok(Question::Decide(decision, ReviewedItem { id, state }))
    }
}

fn header<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    let mut headers = request.headers().iter();
    headers.find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
}

/// Returns the question of a path; these are all possible questions.
fn read_path(url: &str) -> Option<Option<Question>> {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let field = |name: &str| {
        let mut fields = form_urlencoded::parse(query.as_bytes());
        fields.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let number = |name: &str| field(name).and_then(|value| value.parse::<u64>().ok());
    match path {
        "/" => Some(None),
        "/state" => Some(Some(Question::State {
            after: number("after").unwrap_or(0),
            view: field("view").unwrap_or_default(),
            page: number("page").unwrap_or(0) as usize,
        })),
        "/review" => Some(Some(Question::Review)),
        "/place" => Some(Some(Question::Place(number("finding")? as usize))),
        _ => {
            let name = path.strip_prefix("/page/")?;
            let name = name.strip_suffix(".svg").or_else(|| name.strip_suffix(".html"))?;
            let is_name = name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_name.then(|| Some(Question::Drawing(name.to_owned())))
        }
    }
}

/// An answer to a browser.
pub struct Answer {
    status: u16,
    kind: &'static str,
    /// True if the browser may keep it for ever.
    lasts: bool,
    policy: String,
    body: Arc<Vec<u8>>,
}

/// Policy for pages and drawings: nothing may be loaded or run, except what their own head allows.
const CLOSED: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

impl Answer {
    /// Returns an answer with JSON.
    pub fn json(body: Vec<u8>) -> Self {
        let policy = CLOSED.to_owned();
        Self { status: 200, kind: "application/json", lasts: false, policy, body: Arc::new(body) }
    }

    /// Returns an answer with the drawing of a page, or the page of an example; its name depends on its
    /// content, so that it never changes.
    pub fn drawing(body: Arc<Vec<u8>>) -> Self {
        let is_svg = body.starts_with(b"<svg");
        let kind = if is_svg { "image/svg+xml" } else { "text/html; charset=utf-8" };
        // The head of an example names the scripts that it may run.
        let policy = if is_svg { CLOSED } else { "frame-ancestors 'self'" }.to_owned();
        Self { status: 200, kind, lasts: true, policy, body }
    }

    /// Returns the answer that refuses a request.
    pub fn refusal(status: u16, words: &str) -> Self {
        let (policy, body) = (CLOSED.to_owned(), Arc::new(words.as_bytes().to_vec()));
        Self { status, kind: "text/plain; charset=utf-8", lasts: false, policy, body }
    }

    fn page(page: &PreviewPage) -> Self {
        let body = Arc::new(page.text.clone().into_bytes());
        let (kind, policy) = ("text/html; charset=utf-8", page.policy.clone());
        Self { status: 200, kind, lasts: false, policy, body }
    }

    fn headers(&self) -> Vec<Header> {
        let cache = if self.lasts { "private, max-age=31536000, immutable" } else { "no-store" };
        let own = [
            ("Content-Type", self.kind),
            ("Cache-Control", cache),
            ("Content-Security-Policy", &self.policy),
        ];
        let all = own.into_iter().chain(GUARDS);
        all.filter_map(|(name, value)| Header::from_bytes(name, value).ok()).collect()
    }
}

/// A browser that waits for an answer.
pub struct Asker(Request);

impl Asker {
    /// Answers in a thread of its own, so that a browser that does not read delays nobody.
    pub fn answer(self, answer: Answer) {
        thread::spawn(move || {
            // If it cannot be sent, nobody waits for it any more.
            let _ = send_answer(self.0, &answer);
        });
    }
}

/// Sends an answer as one piece; in several pieces, each would wait for the last to arrive.
fn send_answer(request: Request, answer: &Answer) -> std::io::Result<()> {
    let (body, length) = (answer.body.as_slice(), answer.body.len());
    let response = Response::new(answer.status.into(), answer.headers(), body, Some(length), None);
    let response = response.with_chunked_threshold(usize::MAX);
    let mut bytes = Vec::with_capacity(length + 1_024);
    let version = request.http_version().clone();
    response.raw_print(&mut bytes, version, &[], false, None)?;
    let mut writer = request.into_writer();
    writer.write_all(&bytes)?;
    writer.flush()
}
