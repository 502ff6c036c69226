//! Queries and changes of a game's square maps: distances, sight, walks, changed edges.

use std::sync::Arc;

use super::super::event::{EventKind, Visibility, verb};
use super::super::game::{Game, KernelError};
use super::super::ids::{PieceId, SpaceId};
use super::sight::{self, LookOrder, SightEnd};
use super::view::{ALL_WORDS, GridView, WordSet};
use super::walk::{WalkStart, walks_of};
use super::{
    ChangedEdge, EdgeId, Footprint, GridViews, MapPlacement, PieceSize, SightLines, SquareGrid,
    WalkOrder, Walks,
};

impl Game {
    /// Calls `use_it` with the grid of the map of a space, with its present edges; `None` if the map has no
    /// grid.
    fn on_grid<R>(
        &mut self,
        space: SpaceId,
        use_it: impl FnOnce(&SquareGrid, &mut GridViews) -> R,
    ) -> Option<R> {
        self.on_grid_minding(ALL_WORDS, space, use_it)
    }

    /// Calls `use_it` with the grid of the map of a space; only the words of `minded` stop anything.
    fn on_grid_minding<R>(
        &mut self,
        minded: WordSet,
        space: SpaceId,
        use_it: impl FnOnce(&SquareGrid, &mut GridViews) -> R,
    ) -> Option<R> {
        let parts = Arc::clone(&self.parts);
        let map = parts.space(space).map;
        let grid = parts.grid_of_map(map)?;
        self.grids.view(map, grid, &self.state.edges, minded);
        Some(use_it(grid, &mut self.grids))
    }

    /// True if two spaces are on one map.
    fn is_one_map(&self, one: SpaceId, other: SpaceId) -> bool {
        self.parts.space(one).map == self.parts.space(other).map
    }

    /// Returns the number of steps between two places; `None` if they are not connected, or on different
    /// maps.
    pub fn distance(&mut self, one: Footprint, other: Footprint) -> Option<u32> {
        if !self.is_one_map(one.space, other.space) {
            return None;
        }
        let counted =
            self.on_grid(one.space, |grid, views| views.parts().0.distance(grid, one, other));
        counted.unwrap_or_else(|| self.parts.distance(one.space, other.space))
    }

    /// Returns the number of steps between two places if these words, by number, stopped nothing.
    pub fn distance_ignoring(
        &mut self,
        one: Footprint,
        other: Footprint,
        ignored: &[u8],
    ) -> Option<u32> {
        if !self.is_one_map(one.space, other.space) {
            return None;
        }
        let minded = ignored.iter().fold(ALL_WORDS, |words, word| words.without(*word));
        let count =
            |grid: &SquareGrid, views: &mut GridViews| views.parts().0.distance(grid, one, other);
        let counted = self.on_grid_minding(minded, one.space, count);
        counted.unwrap_or_else(|| self.parts.distance(one.space, other.space))
    }

    /// Returns the spaces that a piece would cover on another space, with its present rotation; `None` if it
    /// has no room there.
    pub fn room_at(&mut self, piece: PieceId, space: SpaceId) -> Option<Footprint> {
        let own = self.state.piece(piece);
        let place = Footprint { space, size: own.size.turned(own.rotation) };
        let room = self
            .on_grid(space, |grid, views| views.parts().0.has_standing_room(grid, place))
            .unwrap_or(true);
        room.then_some(place)
    }

    /// Returns the number of steps from a place to the nearest of others.
    pub fn nearest_distance(&mut self, from: Footprint, others: &[Footprint]) -> Option<u32> {
        others.iter().filter_map(|other| self.distance(from, *other)).min()
    }

    /// Returns the spaces at most `range` steps from any of these places, in reading order.
    pub fn spaces_within(&mut self, from: &[Footprint], range: u32) -> Vec<SpaceId> {
        let mut marked = vec![false; self.parts.spaces.len()];
        let mut plain = Vec::new();
        for place in from {
            let mark = |grid: &SquareGrid, views: &mut GridViews| {
                views.parts().0.mark_within(grid, *place, range, &mut marked);
            };
            if self.on_grid(place.space, mark).is_none() {
                plain.push(place.space);
            }
        }
        for space in self.parts.spaces_within(&plain, range) {
            marked[usize::from(space.0)] = true;
        }
        let spaces = (0..).map(SpaceId).zip(marked);
        spaces.filter_map(|(space, near)| near.then_some(space)).collect()
    }

    /// True if two places are neighbours.
    pub fn touches(&mut self, one: Footprint, other: Footprint) -> bool {
        self.distance(one, other) == Some(1)
    }

    /// True if `to` is in line of sight of `from`, by one line or by two; `blocked` places block lines.
    pub fn is_in_sight(
        &mut self,
        from: Footprint,
        to: Footprint,
        blocked: &[Footprint],
        two: bool,
    ) -> bool {
        self.look(LookOrder { from, to, two, told: false }, blocked).free
    }

    /// Returns the lines from one place to another. By two lines neighbours always see each other.
    pub fn look(&mut self, order: LookOrder, blocked: &[Footprint]) -> SightLines {
        let LookOrder { from, to, two, told } = order;
        if !self.is_one_map(from.space, to.space) {
            return SightLines::default();
        }
        let looked = self.on_grid(from.space, |grid, views| {
            let (view, sight, _) = views.parts();
            let touches = |view: &mut GridView| {
                two && view.distance(grid, from, to).is_some_and(|steps| steps <= 1)
            };
            if !told && touches(view) {
                return SightLines { free: true, ..SightLines::default() };
            }
            let mut lines = sight::look(grid, view, sight, order, blocked.iter().copied());
            if !lines.free && touches(view) {
                lines = SightLines { free: true, ..SightLines::default() };
            }
            lines
        });
        looked.unwrap_or_else(|| {
            let blocked: Vec<SpaceId> = blocked.iter().map(|place| place.space).collect();
            let free = self.parts.is_line_free(from.space, to.space, &blocked);
            SightLines { free, ..SightLines::default() }
        })
    }

    /// Looks from one thing to another and logs the look. Returns true if it is in sight.
    pub fn log_sight(
        &mut self,
        [from, to]: [SightEnd; 2],
        blocked: &[Footprint],
        two: bool,
        verb: Option<&str>,
    ) -> Result<bool, KernelError> {
        let lines = match (from.place, to.place) {
            (Some(from), Some(to)) => self.look(LookOrder { from, to, two, told: true }, blocked),
            _ => SightLines::default(),
        };
        let sees = super::super::game::common_visibility(&[from.thing, to.thing]);
        let verb = self.verb(verb, verb::SIGHT);
        let SightLines { free, lines, hit } = lines;
        let event = EventKind::Sight { from: from.thing, to: to.thing, free, lines, hit };
        self.append(event, verb, sees)?;
        Ok(free)
    }

    /// Returns the places that a piece can walk to.
    pub fn walks(&mut self, piece: PieceId, order: &WalkOrder) -> Result<Walks, KernelError> {
        let own = self.state.piece(piece);
        let (size, rotation) = (own.size, own.rotation);
        let found = own.space.and_then(|from| {
            let mut walks = self.on_grid(from, |grid, views| {
                let (view, _, walk) = views.parts();
                walks_of(grid, view, walk, WalkStart { piece, from, size, rotation }, order)
            })?;
            walks.edges = self.changed_edges(from).collect();
            Some(walks)
        });
        found.ok_or_else(|| {
            let name = self.piece_name(piece);
            KernelError::wrong(format!("`{name}` is not on a map with edges"))
        })
    }

    /// Returns the edges on the map of a space that differ from the declared ones.
    fn changed_edges(&self, space: SpaceId) -> impl Iterator<Item = ChangedEdge> + '_ {
        let edges = self.state.edges.iter().copied();
        edges.filter(move |changed| self.is_one_map(changed.edge.space, space))
    }

    /// Moves a piece along the first cheapest route to a place that [`Self::walks`] found.
    pub fn walk_piece(
        &mut self,
        piece: PieceId,
        walks: &Walks,
        nth: usize,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let (start, stop) = (walks.start(), *walks.stop(nth));
        let own = self.state.piece(piece);
        let (zone, was) = (own.zone, own.rotation);
        if walks.piece != piece || own.space != Some(start.space) || was != start.rotation {
            let name = self.piece_name(piece);
            let message = format!("`{name}` is not where this walk begins");
            return Err(KernelError::wrong(message));
        }
        if !self.changed_edges(start.space).eq(walks.edges.iter().copied()) {
            let name = self.piece_name(piece);
            let message = format!("`{name}` cannot go this way: an edge has changed since `walks`");
            return Err(KernelError::wrong(message));
        }
        if stop == *start {
            return Ok(());
        }
        let event = EventKind::Walk {
            piece,
            from: start.space,
            to: stop.space,
            route: walks.route(nth),
            cost: stop.cost,
            was,
            rotation: stop.rotation,
        };
        let own = self.state.piece_mut(piece);
        (own.space, own.rotation) = (Some(stop.space), stop.rotation);
        let verb = self.verb(verb, verb::WALK);
        self.log_piece(event, verb, piece, Visibility::Nobody)?;
        self.settle_ties(piece, zone)
    }

    /// Moves a piece on a map to another space, and turns it; it keeps its zone and its index there.
    pub fn step_piece(
        &mut self,
        piece: PieceId,
        space: SpaceId,
        rotation: Option<u16>,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let own = self.state.piece(piece);
        let (zone, turned, before) = (own.zone, rotation.unwrap_or(own.rotation), own.rotation);
        let size = own.size;
        let is_same = own.space == Some(space);
        self.check_room(piece, Footprint { space, size: size.turned(turned) })?;
        self.rotate(piece, i64::from(turned) - i64::from(before), None)?;
        if is_same {
            return Ok(());
        }
        self.state.piece_mut(piece).space = Some(space);
        let (verb, slot) = (self.verb(verb, verb::STAND), self.slot(piece));
        let event = EventKind::Stand { piece, from: slot, to: slot, space, size };
        self.log_piece(event, verb, piece, Visibility::Nobody)?;
        self.settle_ties(piece, zone)
    }

    /// Gives a piece a size and puts it on a space, last in a zone.
    pub fn stand_piece(
        &mut self,
        piece: PieceId,
        to: MapPlacement,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let rotation = self.state.piece(piece).rotation;
        let size = to.size.turned(rotation);
        self.check_room(piece, Footprint { space: to.space, size })?;
        let from = self.state.piece(piece).zone;
        self.lay_on_space(piece, to, verb)?;
        self.settle_ties(piece, from)
    }

    /// Refuses a piece that would cover spaces which the map lacks.
    pub fn check_room(&self, piece: PieceId, place: Footprint) -> Result<(), KernelError> {
        let room = self.parts.grid_of(place.space).map(|grid| grid.has_room(place));
        if place.size.is_single() || room == Some(true) {
            return Ok(());
        }
        let (name, space) = (self.piece_name(piece), self.parts.space_name(place.space));
        let PieceSize { across, down } = place.size;
        let why = match room {
            Some(_) => "which the map does not have there",
            None => "but its map has no `stops`, and so no pieces of more than one",
        };
        Err(KernelError::wrong(format!(
            "`{name}` on {space} would cover {across} x {down} spaces, {why}"
        )))
    }

    /// Returns the edge between two spaces that share one.
    fn edge_of(&self, one: SpaceId, other: SpaceId) -> Result<(u16, EdgeId), KernelError> {
        let map = self.parts.space(one).map;
        let is_one_map = self.is_one_map(one, other);
        let grid = self.parts.grid_of_map(map).filter(|_| is_one_map);
        let edge = grid.and_then(|grid| grid.edge_between(one, other));
        edge.map(|edge| (map, edge)).ok_or_else(|| {
            let (one, other) = (self.parts.space_name(one), self.parts.space_name(other));
            let why = match grid {
                _ if !is_one_map => "are on different maps",
                Some(_) => "are not adjacent",
                None => "are not on a map with edges",
            };
            KernelError::wrong(format!("{one} and {other} {why}"))
        })
    }

    /// Returns the word of the edge between two spaces; empty if it is open.
    pub fn edge_word(&self, one: SpaceId, other: SpaceId) -> Result<&str, KernelError> {
        let (map, edge) = self.edge_of(one, other)?;
        let Some(grid) = self.parts.grid_of_map(map) else { return Ok("") };
        Ok(grid.word(self.state.edge_number(grid, edge)))
    }

    /// Changes the word of an edge; does nothing if it has that word already.
    pub fn set_edge(
        &mut self,
        one: SpaceId,
        other: SpaceId,
        word: &str,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let (was, now) = self.change_edge(one, other, word)?;
        if was == now {
            return Ok(());
        }
        let verb = self.verb(verb, verb::EDGE);
        let event = EventKind::Edge { one, other, from: was, to: now };
        self.append(event, verb, Visibility::All)
    }

    /// Changes the word of an edge without logging it, and returns the numbers of the old and the new word.
    pub fn change_edge(
        &mut self,
        one: SpaceId,
        other: SpaceId,
        word: &str,
    ) -> Result<(u8, u8), KernelError> {
        let (map, edge) = self.edge_of(one, other)?;
        let parts = Arc::clone(&self.parts);
        let Some(grid) = parts.grid_of_map(map) else { return Ok((0, 0)) };
        let now = grid.word_number(word).ok_or_else(|| unknown_edge_word(grid, word))?;
        let was = self.state.edge_number(grid, edge);
        self.state.set_edge_number(grid, edge, now);
        Ok((was, now))
    }
}

fn unknown_edge_word(grid: &SquareGrid, word: &str) -> KernelError {
    let known: Vec<String> = grid.words().skip(1).map(|word| format!("`{word}`")).collect();
    KernelError::wrong(format!(
        "an edge cannot be `{word}`: `stops` of the map has {}, and \"\" is open",
        known.join(", ")
    ))
}

impl super::super::state::GameState {
    /// Returns the number of the present word of an edge.
    pub fn edge_number(&self, grid: &SquareGrid, edge: EdgeId) -> u8 {
        let changed = self.edges.iter().find(|changed| changed.edge == edge);
        changed.map_or_else(|| grid.declared_edge(edge), |changed| changed.word)
    }

    fn set_edge_number(&mut self, grid: &SquareGrid, edge: EdgeId, word: u8) {
        self.edges.retain(|changed| changed.edge != edge);
        if grid.declared_edge(edge) != word {
            self.edges.push(ChangedEdge { edge, word });
            self.edges.sort_unstable();
        }
    }
}
