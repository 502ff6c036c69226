//! Functions and attributes for rules, read from the comments of the host: for the reference, and for errors
//! that show how to call something. Out: groups of primitives with signatures and examples.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use starlark::docs::{DocFunction, DocItem, DocMember, DocModule, DocParam, DocString, DocType};
use starlark::environment::GlobalsBuilder;
use starlark::typing::Ty;
use starlark::values::StarlarkValue;

use super::handles::{
    CounterHandle, DieHandle, FlagHandle, PieceHandle, PlayerHandle, RowHandle, SpaceHandle,
    ZoneHandle,
};
use super::values::{FractionValue, StopValue};
use super::{
    ask, choose, declare, fractions, grid, happen, record, seats, space, stack, table, walk,
};
use base::text::single_spaced;

/// A function or an attribute for rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Primitive {
    /// Name; `shuffle` of a zone is `zone.shuffle`.
    pub name: String,
    /// Signature, such as `zone.shuffle(verb: None | str = None) -> None`.
    pub signature: String,
    /// Names of its arguments in order; empty for attributes.
    pub arguments: Vec<String>,
    /// First paragraph of its documentation.
    pub sentence: String,
    /// Further paragraphs, such as the meaning of arguments; may be empty.
    pub details: String,
    /// Example: lines of rules that use it.
    pub example: String,
}

/// Primitives of one kind.
#[derive(Debug)]
pub struct PrimitiveGroup {
    /// Heading of the group.
    pub title: &'static str,
    /// Text below the heading.
    pub about: &'static str,
    /// Members in alphabetical order.
    pub members: Vec<Primitive>,
}

static GROUPS: LazyLock<Vec<PrimitiveGroup>> = LazyLock::new(document_groups);

/// Returns everything that rules can call, by groups.
pub fn primitive_groups() -> &'static [PrimitiveGroup] {
    &GROUPS
}

/// Returns the primitives of this name: one for a function, and for a method one for each kind of value that
/// has it.
pub fn primitives_called<'a>(name: &'a str) -> impl Iterator<Item = &'static Primitive> + 'a {
    let all = GROUPS.iter().flat_map(|group| &group.members);
    all.filter(move |primitive| match name.strip_prefix('.') {
        Some(method) => primitive.name.split_once('.').is_some_and(|(_, own)| own == method),
        None => primitive.name == name,
    })
}

/// Adds the functions of a group to the globals of rules.
type Functions = fn(&mut GlobalsBuilder);

/// Groups of functions: the heading, the text below it, and the functions.
const FUNCTIONS: [(&str, &str, Functions); 12] = [
    (
        "What the game is made of",
        "Called at the left margin of a module, while it is loaded. What they give is kept under a \
        name and loaded by other modules: `load(\"table.star\", \"hand\")`. The names `player`, `zone`, \
        `counter`, `flag`, `die`, and `piece`, `row` and `space`, are also types, which a function may \
        ask of its arguments: `def strength(card: piece) -> int:`.",
        declare::declaration_functions,
    ),
    (
        "Maps",
        "`hex_map` and `square_map` are called at the left margin; the others measure the map while the game is played.",
        space::map_functions,
    ),
    (
        "Maps with walls, terrain and large pieces",
        "A `square_map` with `stops` has edges that stop movement, counting and sight, and pieces on it \
        may cover several spaces. Everything that measures such a map minds its edges as they are now, \
        and counts from the nearest of the spaces that a piece covers.",
        grid::grid_functions,
    ),
    ("The course of the game", "Called while the game is played.", table::course_functions),
    (
        "Players at the table",
        "Who plays, in which order, with and against whom.",
        seats::seat_functions,
    ),
    (
        "Questions",
        "Somebody decides: a player, a policy of the book, or chance.",
        ask::ask_functions,
    ),
    (
        "Choices by a printed list",
        "The lines of a numbered list of the book decide, one after the other.",
        choose::choice_functions,
    ),
    (
        "Events and effects of cards",
        "One rule answers another: effects, replacements, triggers, attempts.",
        happen::event_functions,
    ),
    (
        "The stack, and opportunities to respond",
        "Something waits, and resolves once all players have passed.",
        stack::stack_functions,
    ),
    ("Flowcharts", "A chart of the book is the program.", walk::walk_functions),
    (
        "Metrics",
        "What `rulepress simulate` counts over many games, besides turns, rounds, events and winners.",
        record::metric_functions,
    ),
    ("Fractions and numbers", "Exact, without rounding on the way.", fractions::fraction_functions),
];

fn document_groups() -> Vec<PrimitiveGroup> {
    let functions = FUNCTIONS.iter().map(|(title, about, add)| PrimitiveGroup {
        title,
        about,
        members: module_members(GlobalsBuilder::new().with(add).build().documentation()),
    });
    functions.chain(value_groups()).collect()
}

/// Returns a group for each kind of value in rules.
fn value_groups() -> [PrimitiveGroup; 10] {
    let columns = "Each column of the card data is an attribute too, in lower case and with `_` for \
        blanks: `card.first_cost`. An empty cell is `None`.";
    [
        value_group::<PieceHandle>("Cards and tokens", "card", columns),
        value_group::<ZoneHandle>(
            "Zones",
            "zone",
            "A zone is also a list of its cards: `for card in hand:`, `len(hand)`, `card in hand`.",
        ),
        value_group::<PlayerHandle>("Players", "player", "What `player` declares."),
        value_group::<CounterHandle>("Counters", "counter", "What `counter` and `track` declare."),
        value_group::<FlagHandle>("Flags", "flag", "What `flag` declares."),
        value_group::<DieHandle>("Dice", "die", "What `die` declares."),
        value_group::<RowHandle>("Rows of card data", "row", columns),
        value_group::<SpaceHandle>("Spaces of a map", "space", columns),
        value_group::<StopValue>("Places where a walk can end", "stop", "What `walks` gives."),
        value_group::<FractionValue>(
            "Exact fractions",
            "fraction",
            "What `fraction` and `pooled` give.",
        ),
    ]
}

fn value_group<T: StarlarkValue<'static>>(
    title: &'static str,
    called: &str,
    about: &'static str,
) -> PrimitiveGroup {
    let documented = DocType::from_starlark_value::<T>();
    let members: BTreeMap<String, DocMember> = documented.members.into_iter().collect();
    let members = members.into_iter().map(|(name, member)| {
        let name = format!("{called}.{name}");
        primitive(name, member)
    });
    PrimitiveGroup { title, about, members: members.collect() }
}

/// Returns the functions and types of a module, without those that only the program calls.
fn module_members(module: DocModule) -> Vec<Primitive> {
    let members: BTreeMap<String, DocItem> = module.members.into_iter().collect();
    let own = members.into_iter().filter(|(name, _)| !name.starts_with('_'));
    let own = own.filter_map(|(name, item)| Some(primitive(name, called_member(item)?)));
    own.collect()
}

/// Returns the callable form of a member; for a type, its constructor.
fn called_member(item: DocItem) -> Option<DocMember> {
    match item {
        DocItem::Member(member) => Some(member),
        DocItem::Type(kind) => kind.constructor.map(DocMember::Function),
        DocItem::Module(_) => None,
    }
}

fn primitive(name: String, member: DocMember) -> Primitive {
    let (sentence, details, example) = doc_parts(member.get_doc_string());
    let (signature, arguments) = match &member {
        DocMember::Property(property) => {
            (format!("{name}: {}", type_words(&property.typ)), Vec::new())
        }
        DocMember::Function(function) => (signature(&name, function), argument_names(function)),
    };
    Primitive { name, signature, arguments, sentence, details, example }
}

fn argument_names(function: &DocFunction) -> Vec<String> {
    function.params.regular_params().map(|parameter| parameter.name.clone()).collect()
}

/// Returns a signature such as `zone.last(n: int) -> list[piece]`.
fn signature(name: &str, function: &DocFunction) -> String {
    let params = &function.params;
    let mut written: Vec<String> =
        params.pos_only.iter().chain(&params.pos_or_named).map(parameter_words).collect();
    written.extend(params.args.iter().map(|rest| format!("*{}", rest.name)));
    written.extend(params.named_only.iter().map(parameter_words));
    format!("{name}({}) -> {}", written.join(", "), type_words(&function.ret.typ))
}

/// Returns a parameter such as `n: int = 1`.
fn parameter_words(parameter: &DocParam) -> String {
    let kind = type_words(&parameter.typ);
    let typed = match kind.as_str() {
        "any" => parameter.name.clone(),
        kind => format!("{}: {kind}", parameter.name),
    };
    match &parameter.default_value {
        Some(default) => format!("{typed} = {default}"),
        None => typed,
    }
}

/// Returns the name of a type for rule authors. Tuples are left out: they are allowed wherever lists are.
fn type_words(kind: &Ty) -> String {
    let words = kind.to_string().replace("typing.", "").replace("Any", "any");
    let parts = words.split(" | ").filter(|part| *part != "tuple" && !part.starts_with("tuple["));
    parts.collect::<Vec<_>>().join(" | ")
}

/// Returns the first paragraph, the other ones, and the example.
fn doc_parts(doc: Option<&DocString>) -> (String, String, String) {
    let Some(doc) = doc else { return Default::default() };
    let details = doc.details.as_deref().unwrap_or_default();
    let (before, fenced) = details.split_once("```python\n").unwrap_or((details, ""));
    let example = fenced.split("```").next().unwrap_or_default().trim_end();
    let paragraphs = before.trim().split("\n\n").map(single_spaced).collect::<Vec<_>>();
    (doc.summary.clone(), paragraphs.join("\n\n"), example.to_owned())
}
