//! Exact fractions and shared prizes.

use rulepress::engine::{Fraction, numbered_index, pooled_prizes};

fn fraction(top: i64, bottom: i64) -> Fraction {
    Fraction::new(top, bottom).unwrap_or_else(|| panic!("{top}/{bottom}"))
}

#[test]
fn fractions_are_exact() {
    for (a, b, c, d) in (-6..7).flat_map(|a| {
        (1..7).flat_map(move |b| (-6..7).flat_map(move |c| (1..7).map(move |d| (a, b, c, d))))
    }) {
        let (one, two) = (fraction(a, b), fraction(c, d));
        assert_eq!(one == two, a * d == c * b);
        assert_eq!(one < two, a * d < c * b, "{one} {two}");
        let sum = one.plus(two).expect("it is small");
        assert_eq!(sum.top() * b * d, (a * d + c * b) * sum.bottom(), "{one} + {two}");
        assert!(one.down() * b <= a && a < (one.down() + 1) * b, "{one} down");
        assert!(one.up() * b >= a && a > (one.up() - 1) * b, "{one} up");
        assert!(
            (2 * (one.nearest() * b - a)).abs() <= b && 2 * (one.nearest() * b - a) > -b,
            "{one} nearest"
        );
        assert_eq!(one.whole().is_some(), a % b == 0);
    }
}

#[test]
fn fractions_read_as_one_writes_them() {
    let shown = [(7, 1), (1, 2), (15, 2), (-7, 2), (-1, 3), (6, -4)]
        .map(|(top, bottom)| fraction(top, bottom).to_string());
    assert_eq!(shown, ["7", "1/2", "7 1/2", "-3 1/2", "-1/3", "-1 1/2"]);
    assert_eq!(Fraction::new(1, 0), None);
    assert_eq!(fraction(i64::MAX, 1).plus(fraction(1, 1)), None, "too large is told, not wrapped");
    assert_eq!(Fraction::new(i64::MIN, -1), None);
    assert_eq!(Fraction::new(0, 0), None);
}

#[test]
fn equal_counts_pool_and_divide() {
    let shares = |counts: &[i64], prizes: &[i64]| {
        let shares = pooled_prizes(counts, prizes).expect("small numbers");
        shares.iter().map(Fraction::to_string).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(shares(&[11, 7, 9], &[18, 12, 6, 0]), "18, 6, 12");
    assert_eq!(shares(&[9, 9, 4], &[18, 12, 6, 0]), "15, 15, 6");
    assert_eq!(shares(&[9, 4, 4], &[18, 12, 6, 0]), "18, 9, 9");
    assert_eq!(shares(&[3, 3, 3], &[18, 12, 6, 0]), "12, 12, 12");
    assert_eq!(shares(&[1, 1], &[5]), "2 1/2, 2 1/2");
    assert_eq!(shares(&[2, 1, 1, 1], &[9, 1]), "9, 1/3, 1/3, 1/3");
    assert_eq!(shares(&[], &[9]), "");
}

/// Nothing of the prizes is lost or made, however many are equal.
#[test]
fn all_prizes_are_given() {
    let prizes = [18, 12, 6, 0];
    for code in 0..5_i64.pow(4) {
        let counts: Vec<i64> = (0..4).map(|at| code / 5_i64.pow(at) % 5).collect();
        for few in 1..=4 {
            let shares = pooled_prizes(&counts[..few], &prizes).expect("small numbers");
            let sum = shares
                .iter()
                .try_fold(fraction(0, 1), |sum, share| sum.plus(*share))
                .expect("it is small");
            assert_eq!(sum.whole(), Some(prizes[..few].iter().sum()), "{counts:?}");
            assert!(
                shares.iter().all(|share| share.whole().is_some()),
                "up to four share whole points: {counts:?}"
            );
        }
    }
}

#[test]
fn counting_goes_round() {
    let at = |count, number, right| numbered_index(count, number, right);
    assert_eq!(
        (1..=7).map(|n| at(3, n, false).unwrap()).collect::<Vec<_>>(),
        [0, 1, 2, 0, 1, 2, 0]
    );
    assert_eq!((1..=7).map(|n| at(3, n, true).unwrap()).collect::<Vec<_>>(), [2, 1, 0, 2, 1, 0, 2]);
    assert_eq!((at(0, 1, false), at(1, 99, true), at(3, i64::MIN, false)), (None, Some(0), None));
}
