//! The toolset `math`.

use pegboard::{
    prelude::*,
    rmcp::model::{ContentBlock, IntoContents},
};
use serde::{Deserialize, Serialize};

/// Tools that compute.
#[derive(Debug)]
pub(crate) struct Arithmetic;

/// Two numbers to add.
#[derive(Deserialize, JsonSchema)]
struct Terms {
    a: f64,
    b: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Fraction {
    dividend: f64,
    /// Not zero.
    divisor: f64,
}

/// The coefficients of a·x² + b·x + c.
#[derive(Deserialize, JsonSchema)]
struct Quadratic {
    /// Not zero.
    a: f64,
    b: f64,
    c: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Sample {
    /// At least one number.
    values: Vec<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Number {
    value: f64,
}

#[derive(Serialize, JsonSchema)]
struct Roots {
    /// The real roots, ascending; none where the parabola does not meet the axis.
    roots: Vec<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Summary {
    count: usize,
    mean: f64,
    median: f64,
    minimum: f64,
    maximum: f64,
    /// Of the sample, with n − 1; absent for a single number.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_deviation: Option<f64>,
}

/// Why there is no number to give.
#[derive(Debug, thiserror::Error)]
enum ArithmeticError {
    #[error("cannot divide {0} by zero; give a divisor other than 0")]
    DivisionByZero(f64),
    #[error("with a = 0 this is no quadratic equation; solve {b}·x + {c} = 0 instead")]
    NotQuadratic { b: f64, c: f64 },
    #[error("there are no values; give at least one number")]
    NoValues,
    #[error("the result is too large for a 64-bit floating-point number; use smaller numbers")]
    Overflow,
}

impl IntoContents for ArithmeticError {
    fn into_contents(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text(self.to_string())]
    }
}

#[derive(Deserialize, JsonSchema)]
struct Problem {
    /// The problem in words, such as `a train leaves at noon…`.
    problem: String,
}

/// A number with a name.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Constant {
    name: &'static str,
    value: f64,
    meaning: &'static str,
}

const CONSTANTS: [Constant; 4] = [
    Constant { name: "e", value: std::f64::consts::E, meaning: "the base of natural logarithms" },
    Constant { name: "phi", value: 1.618_033_988_749_895, meaning: "the golden ratio" },
    Constant { name: "pi", value: std::f64::consts::PI, meaning: "a circle's circumference by its diameter" },
    Constant { name: "tau", value: std::f64::consts::TAU, meaning: "a circle's circumference by its radius" },
];

type Outcome<T> = Result<Json<T>, ArithmeticError>;

/// Sums, quotients, equations and statistics of numbers.
#[toolset(
    name = "math",
    title = "Mathematics",
    instructions = "Compute with {add}, {divide}, {solve_quadratic} and {statistics} instead of in your head.

Take constants from {math://constants}, not from memory."
)]
impl Arithmetic {
    /// Adds two numbers.
    #[tool(read_only, open_world = false)]
    fn add(Parameters(Terms { a, b }): Parameters<Terms>) -> Outcome<Number> {
        number(a + b)
    }

    /// Divides one number by another.
    #[tool(read_only, open_world = false)]
    fn divide(Parameters(Fraction { dividend, divisor }): Parameters<Fraction>) -> Outcome<Number> {
        if divisor == 0.0 {
            return Err(ArithmeticError::DivisionByZero(dividend));
        }
        number(dividend / divisor)
    }

    /// Solves a·x² + b·x + c = 0 over the real numbers.
    ///
    /// - two roots where the parabola crosses the axis,
    /// - one where it touches it,
    /// - none otherwise.
    #[tool(read_only, open_world = false)]
    fn solve_quadratic(Parameters(equation): Parameters<Quadratic>) -> Outcome<Roots> {
        let Quadratic { a, b, c } = equation;
        if a == 0.0 {
            return Err(ArithmeticError::NotQuadratic { b, c });
        }
        let mut roots = real_roots(a, b, c);
        if !roots.iter().all(|root| root.is_finite()) {
            return Err(ArithmeticError::Overflow);
        }
        roots.sort_by(f64::total_cmp);
        Ok(Json(Roots { roots }))
    }

    /// Count, mean, median, extremes and standard deviation of numbers.
    #[tool(read_only, open_world = false)]
    fn statistics(Parameters(Sample { mut values }): Parameters<Sample>) -> Outcome<Summary> {
        values.sort_by(f64::total_cmp);
        let (Some(&minimum), Some(&maximum)) = (values.first(), values.last()) else {
            return Err(ArithmeticError::NoValues);
        };
        let mean = mean(&values);
        if !mean.is_finite() {
            return Err(ArithmeticError::Overflow);
        }
        Ok(Json(Summary {
            count: values.len(),
            mean,
            median: median(&values),
            minimum,
            maximum,
            standard_deviation: standard_deviation(&values, mean),
        }))
    }

    /// Works a problem out step by step, with the tools and not in the head.
    #[prompt(title = "Step by step")]
    fn work_out(Parameters(Problem { problem }): Parameters<Problem>) -> String {
        format!("Work this out step by step, one calculation a step, each by a tool: {problem}")
    }

    /// Constants and what they mean.
    #[resource(uri = "math://constants")]
    fn constants() -> Json<[Constant; 4]> {
        Json(CONSTANTS)
    }

    /// One constant by its name.
    #[resource(uri_template = "math://constant/{name}", name = "constant")]
    fn constant(name: String) -> Option<Json<Constant>> {
        CONSTANTS.into_iter().find(|constant| constant.name == name).map(Json)
    }

    #[complete(resource = "math://constant/{name}", variable = "name")]
    fn constant_names(typed: Typed) -> Vec<String> {
        let names = CONSTANTS.into_iter().map(|constant| constant.name.to_owned());
        names.filter(|name| name.starts_with(&typed.value)).collect()
    }
}

fn number(value: f64) -> Outcome<Number> {
    if value.is_finite() { Ok(Json(Number { value })) } else { Err(ArithmeticError::Overflow) }
}

/// The form that does not subtract nearly equal numbers.
fn real_roots(a: f64, b: f64, c: f64) -> Vec<f64> {
    let discriminant = b.mul_add(b, -4.0 * a * c);
    if discriminant < 0.0 {
        return Vec::new();
    }
    if discriminant == 0.0 {
        return vec![-b / (2.0 * a)];
    }
    let larger = -0.5 * (b + b.signum() * discriminant.sqrt());
    vec![larger / a, c / larger]
}

#[allow(clippy::cast_precision_loss, reason = "no sample has 2⁵³ numbers")]
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    }
}

#[allow(clippy::cast_precision_loss, reason = "no sample has 2⁵³ numbers")]
fn standard_deviation(values: &[f64], mean: f64) -> Option<f64> {
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1)
        .then(|| (squares / (values.len() - 1) as f64).sqrt())
        .filter(|deviation| deviation.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_right_where_the_textbook_form_is_not() {
        assert_eq!(real_roots(1.0, -3.0, 2.0), [2.0, 1.0]);
        assert_eq!(real_roots(1.0, 2.0, 1.0), [-1.0]);
        assert_eq!(real_roots(1.0, 0.0, 1.0), [0.0; 0]);
        assert_eq!(real_roots(1.0, 0.0, -4.0), [-2.0, 2.0]);
        // The small root is lost to rounding in (−b − √d) / 2a.
        let [_, small] = real_roots(1.0, -1e8, 1.0)[..] else { panic!("two roots") };
        assert!((small - 1e-8).abs() < 1e-20, "{small}");
    }

    #[test]
    fn statistics_of_small_samples() {
        assert!((median(&[1.0, 2.0, 4.0]) - 2.0).abs() < f64::EPSILON);
        assert!((median(&[1.0, 2.0]) - 1.5).abs() < f64::EPSILON);
        assert_eq!(standard_deviation(&[1.0], 1.0), None);
        assert_eq!(standard_deviation(&[1.0, 3.0], 2.0), Some(2.0_f64.sqrt()));
    }
}
