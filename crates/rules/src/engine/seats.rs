//! Players at the table: their order, their teams, and those who are out. In: the players that the rules
//! declare, and the choice of a start. Out: [`Seating`], which no play changes; players who are out are part
//! of the state.

use super::components::{Components, Zone};
use super::event::{EventKind, Visibility, verb};
use super::game::{Game, KernelError};
use super::ids::PlayerId;
use super::position::{position_fault, unknown_name};
use super::trace::{Fault, SeatChoice, Start, StartEntry, TeamMembers};

/// The players of one play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// Players at the table, in the order of turns.
    order: Vec<PlayerId>,
    /// Players at the table, one bit each.
    seated: u64,
    /// Team of each player of the rules.
    teams: Vec<Option<String>>,
}

impl Seating {
    /// Returns the players who always play, with the teams that the rules declare.
    pub fn usual(parts: &Components) -> Self {
        let order = parts.player_ids().filter(|id| !parts.player(*id).optional);
        Self::of(order.collect(), parts.players.iter().map(|player| player.team.clone()).collect())
    }

    /// Returns the players and teams that a start asks for.
    ///
    /// # Errors
    /// A name that no player has, or a number of players for whom there are no seats.
    pub fn for_start(parts: &Components, start: &Start) -> Result<Self, Fault> {
        let usual = Self::usual(parts);
        let order = match &start.players {
            SeatChoice::Usual => usual.order,
            SeatChoice::Count(count) => first_seats(parts, *count as usize)?,
            SeatChoice::Named(names) => named_seats(parts, names)?,
        };
        let teams = match start.teams.as_slice() {
            [] => usual.teams,
            named => named_teams(parts, named, &order)?,
        };
        Ok(Self::of(order, teams))
    }

    fn of(order: Vec<PlayerId>, teams: Vec<Option<String>>) -> Self {
        let seated = order.iter().fold(0, |seated, id| seated | player_bit(*id));
        Self { order, seated, teams }
    }

    /// Returns the players at the table, in the order of turns.
    pub fn order(&self) -> &[PlayerId] {
        &self.order
    }

    /// True if a player is at the table.
    pub fn holds(&self, player: PlayerId) -> bool {
        self.seated & player_bit(player) != 0
    }

    /// True if a zone is part of the game: it has no owner, or its owner is at the table.
    pub fn has_zone(&self, zone: &Zone) -> bool {
        zone.owner.is_none_or(|owner| self.holds(owner))
    }

    /// Returns the team of a player.
    pub fn team(&self, player: PlayerId) -> Option<&str> {
        self.teams.get(player.0 as usize)?.as_deref()
    }

    /// Returns the names of all teams of players at the table, in the order of seats.
    pub fn team_names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for team in self.order.iter().filter_map(|player| self.team(*player)) {
            if !names.contains(&team) {
                names.push(team);
            }
        }
        names
    }

    /// True if two players play together.
    pub fn are_together(&self, one: PlayerId, other: PlayerId) -> bool {
        one == other || self.team(one).is_some_and(|team| self.team(other) == Some(team))
    }

    /// Returns the number of seats from one player to another, in the order of turns.
    pub fn seats_between(&self, first: Option<PlayerId>, player: PlayerId) -> usize {
        let seat = |id| self.order.iter().position(|seated| *seated == id).unwrap_or_default();
        let count = self.order.len().max(1);
        (seat(player) + count - first.map_or(0, seat)) % count
    }
}

impl Components {
    /// Returns all players that the rules declare, in the order of declaration.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.len()).map(|at| PlayerId(at as u8))
    }
}

/// Returns the bit of a player.
pub fn player_bit(player: PlayerId) -> u64 {
    1 << (player.0 & 63)
}

/// Returns `count` players: those who always play, and the first of the others.
fn first_seats(parts: &Components, count: usize) -> Result<Vec<PlayerId>, Fault> {
    let always = parts.players.iter().filter(|player| !player.optional).count();
    let Some(mut more) = count.checked_sub(always).filter(|_| count <= parts.players.len()) else {
        let most = parts.players.len();
        let message = format!("`players` cannot be {count} in this game");
        let hint = if always == most {
            format!(
                "write {most}, or add a seat to the rules with `player(\"Name\", optional = True)`"
            )
        } else {
            format!("write a number from {always} to {most}")
        };
        let entry = Some(Box::new(StartEntry::SeatCount));
        return Err(Fault { entry, ..position_fault(message, Some(hint)) });
    };
    let sits = |id: &PlayerId| {
        let takes = !parts.player(*id).optional || more > 0;
        more -= usize::from(parts.player(*id).optional && takes);
        takes
    };
    Ok(parts.player_ids().filter(sits).collect())
}

/// Returns the players of these names, in this order; those who always play must be among them.
fn named_seats(parts: &Components, names: &[String]) -> Result<Vec<PlayerId>, Fault> {
    let mut order = Vec::new();
    for name in names {
        let player = player_named(parts, name)?;
        if order.contains(&player) {
            return Err(position_fault(format!("`{name}` has two seats"), None));
        }
        order.push(player);
    }
    let left_out = |id: &PlayerId| !parts.player(*id).optional && !order.contains(id);
    match parts.player_ids().find(left_out) {
        Some(missing) => {
            let name = &parts.player(missing).name;
            let hint = format!("add \"{name}\" to `players`");
            Err(position_fault(format!("`{name}` always plays, but has no seat"), Some(hint)))
        }
        None => Ok(order),
    }
}

/// Returns the player of a name.
pub fn player_named(parts: &Components, name: &str) -> Result<PlayerId, Fault> {
    let known = parts.players.iter().map(|player| player.name.as_str());
    let player = parts.player_ids().find(|id| parts.player(*id).name == name);
    player.ok_or_else(|| unknown_name("player", name, known))
}

/// Returns the team of each player; `order` has the players at the table.
fn named_teams(
    parts: &Components,
    teams: &[TeamMembers],
    order: &[PlayerId],
) -> Result<Vec<Option<String>>, Fault> {
    let mut of_players = vec![None; parts.players.len()];
    for (team, members) in teams {
        check_team(parts, team, members)?;
        for name in members {
            let player = player_named(parts, name)?;
            if !order.contains(&player) {
                let message = format!("`{name}` does not play, but is in the team `{team}`");
                let hint = "list the players under `players`, or leave the name out";
                return Err(position_fault(message, Some(hint.to_owned())));
            }
            if of_players[player.0 as usize].replace(team.clone()).is_some() {
                return Err(position_fault(format!("`{name}` is in two teams"), None));
            }
        }
    }
    Ok(of_players)
}

/// Refuses a team without players, and one that is called like a player.
fn check_team(parts: &Components, team: &str, members: &[String]) -> Result<(), Fault> {
    let refuse = |message: String, hint: &str| {
        let entry = Some(Box::new(StartEntry::Team(team.to_owned())));
        Err(Fault { entry, ..position_fault(message, Some(hint.to_owned())) })
    };
    if parts.players.iter().any(|player| player.name == team) {
        let hint = "give the team another name, so that the winner is clear";
        return refuse(format!("the team `{team}` has the name of a player"), hint);
    }
    if members.is_empty() {
        let hint = "write the names of its players, or leave the team out";
        return refuse(format!("the team `{team}` has no players"), hint);
    }
    Ok(())
}

impl Game {
    /// Returns the players who still play, in the order of turns.
    pub fn playing(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.seats.order().iter().copied().filter(|player| !self.is_out(*player))
    }

    /// True if a player was eliminated.
    pub fn is_out(&self, player: PlayerId) -> bool {
        self.state.out & player_bit(player) != 0
    }

    /// Returns the players who still play, in the order of turns, beginning with `first`, or with the next
    /// one if `first` is out.
    pub fn playing_from(&self, first: PlayerId) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = self.playing().collect();
        players.sort_by_key(|player| self.seats.seats_between(Some(first), *player));
        players
    }

    /// Returns the other players who still play, in the order of turns from one player on.
    pub fn players_after(&self, player: PlayerId) -> Vec<PlayerId> {
        let mut players = self.playing_from(player);
        players.retain(|other| *other != player);
        players
    }

    /// Returns the player who follows another in the order of turns; the same if nobody else plays.
    pub fn next_player(&self, player: PlayerId) -> Option<PlayerId> {
        let behind = self.players_after(player).first().copied();
        behind.or_else(|| self.playing().find(|other| *other == player))
    }

    /// Returns the players who still play, in groups that win together, in the order of turns: the players of
    /// each team, and each player without one.
    pub fn sides(&self) -> Vec<Vec<PlayerId>> {
        let mut sides: Vec<Vec<PlayerId>> = Vec::new();
        for player in self.playing() {
            match sides.iter_mut().find(|side| self.seats.are_together(side[0], player)) {
                Some(side) => side.push(player),
                None => sides.push(vec![player]),
            }
        }
        sides
    }

    /// Takes a player out of the game; does nothing if the player is out already.
    pub fn eliminate(&mut self, player: PlayerId, verb: Option<&str>) -> Result<(), KernelError> {
        self.check_seat(Some(player))?;
        if self.is_out(player) {
            return Ok(());
        }
        self.state.out |= player_bit(player);
        let verb = self.verb(verb, verb::ELIMINATE);
        self.append(EventKind::Eliminate { player }, verb, Visibility::All)
    }

    /// Refuses a player who is not at the table.
    pub fn check_seat(&self, player: Option<PlayerId>) -> Result<(), KernelError> {
        match player.filter(|player| !self.seats.holds(*player)) {
            None => Ok(()),
            Some(absent) => Err(KernelError::wrong(format!(
                "`{}` does not play: take players from `players()`",
                self.parts.player(absent).name
            ))),
        }
    }
}
