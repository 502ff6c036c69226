//! Square maps with walls, terrain and large figures, in the kernel and in rules: worked by hand, and
//! against slow versions that are plainly right.

mod at_random;
mod by_hand;
mod drawings;
mod positions;
mod rules;
mod slow;
mod told;

use std::collections::BTreeMap;
use std::sync::Arc;

use rulepress::engine::{
    ASIDE, CardCell, CardColumn, CardId, CardTable, Components, Footprint, Game, GameBuffers,
    GameCard, GameState, MapEdges, MapPlacement, MapRow, MapWord, PieceId, PieceSize, SpaceId,
    SpaceWords, Stops, WalkOrder, Walks, Zone, ZoneId, ZoneOrder, ZoneSight,
};
use rulepress::source::map_drawing::data_rows;

/// Words on the maps of these tests, with the things that they stop.
const STOPS: [(&str, &str); 5] = [
    ("wall", "move count sight"),
    ("door", "move count sight"),
    ("blocking", "move count sight"),
    ("impassable", "move"),
    ("difficult", ""),
];
const FIELD: ZoneId = ZoneId(0);

/// Reads the things that a word stops.
fn stops(words: &str) -> Stops {
    words.split_whitespace().fold(Stops::NOTHING, |all, word| {
        all.and(match word {
            "move" => Stops::MOVE,
            "count" => Stops::COUNT,
            "sight" => Stops::SIGHT,
            other => panic!("{other}"),
        })
    })
}

/// The rows of a drawing: the names of its columns, and the cells of each space.
fn drawn_rows(drawing: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let text = data_rows("test.map", drawing);
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
    (lines.next().expect("it has a header"), lines.collect())
}

/// Returns a game on a drawn map, with one piece that is on no space.
fn game_on(drawing: &str) -> Game {
    let (columns, rows) = drawn_rows(drawing);
    let cells = |row: &[String]| {
        row.iter().map(|cell| CardCell::Text(cell.as_str().into())).collect::<Vec<_>>()
    };
    let column = |title: &String| CardColumn {
        title: title.clone(),
        key: title.to_lowercase(),
        whole: false,
        gaps: true,
    };
    let zone = |key: &str| Zone {
        key: key.to_owned(),
        name: key.to_owned(),
        owner: None,
        order: ZoneOrder::Row,
        up: true,
        sight: ZoneSight::All,
        active: false,
    };
    let mut parts = Components {
        zones: vec![zone("field"), zone(ASIDE)],
        tables: vec![CardTable {
            path: "test.map".to_owned(),
            columns: columns.iter().map(column).collect(),
        }],
        cards: rows.iter().map(|row| Arc::new(GameCard::new(0, &row[0], cells(row)))).collect(),
        ..Components::default()
    };
    let number = |cell: &String| cell.parse().expect("it is a number");
    let places: Vec<_> = (0..)
        .map(CardId)
        .zip(&rows)
        .map(|(card, row)| MapRow { card, row: number(&row[1]), column: number(&row[2]) })
        .collect();
    let known = STOPS.map(|(word, what)| MapWord { word: word.to_owned(), stops: stops(what) });
    let words = |parts: &Components, card: CardId| {
        let word = |key| parts.cell(card, key).map(CardCell::text).unwrap_or_default();
        SpaceWords { terrain: word("terrain"), right: word("right"), below: word("below") }
    };
    let edges = MapEdges { stops: &known, words: &words };
    parts.add_square_map(&places, true, &edges).expect("it is a map");
    let parts = Arc::new(parts);
    let mut game = Game::new(parts.clone(), GameState::new(&parts, 1), GameBuffers::default());
    game.make_piece(CardId(0), FIELD, None).expect("there is room");
    game
}

fn space(game: &Game, name: &str) -> SpaceId {
    game.parts.space_of_name(name).unwrap_or_else(|| panic!("no space {name}"))
}

/// Reads a space, or `A1 2x3` for the spaces of a piece of 2 columns and 3 rows.
fn place(game: &Game, words: &str) -> Footprint {
    let (name, size) = words.split_once(' ').unwrap_or((words, "1x1"));
    let (across, down) = size.split_once('x').expect("a size");
    let side = |text: &str| text.parse().expect("a number");
    let size = PieceSize::of(side(across), side(down)).expect("it is a size");
    Footprint { space: space(game, name), size }
}

/// Puts the first piece on a place.
fn stand(game: &mut Game, words: &str) -> PieceId {
    let (piece, to) = (PieceId(0), place(game, words));
    game.stand_piece(piece, MapPlacement { zone: FIELD, space: to.space, size: to.size }, None)
        .expect("there is room");
    piece
}

/// The word numbers of a map.
fn word(game: &Game, name: &str) -> u8 {
    let grid = game.parts.grid_of(SpaceId(0)).expect("the map has edges");
    grid.word_number(name).expect("it is known")
}

/// Returns the places that the first piece can reach: `C4` or `C4@90`, with cost, number of routes
/// and first route.
fn reached(game: &mut Game, order: &WalkOrder) -> BTreeMap<String, (u32, u64, String)> {
    let walks = game.walks(PieceId(0), order).expect("it stands on the map");
    (0..walks.len()).map(|nth| told_stop(game, &walks, nth)).collect()
}

fn told_stop(game: &Game, walks: &Walks, nth: usize) -> (String, (u32, u64, String)) {
    let (stop, name) = (walks.stop(nth), |id| game.parts.space_name(id));
    let turned = if stop.rotation == 0 { String::new() } else { format!("@{}", stop.rotation) };
    let route: Vec<&str> = walks.route(nth).into_iter().map(name).collect();
    (format!("{}{turned}", name(stop.space)), (stop.cost, stop.ways, route.join(" ")))
}
