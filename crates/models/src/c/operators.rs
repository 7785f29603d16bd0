//! Pure functions of math.h, for the growth of gardens (`--index`).

use sheaf_execution::options::Operator;

/// The results that are near a candidate: a function may miss a member by rounding.
fn near(number: f64) -> Vec<f64> {
    vec![number, number.next_up(), number.next_down()]
}

const fn operator(name: &'static str, related: fn(f64, f64) -> Vec<f64>) -> Operator {
    Operator { name, related }
}

/// The functions, each with its result on a member and the arguments that lead to the member.
pub const OPERATORS: &[Operator] = &[
    operator("sqrt", |x, _| vec![x.sqrt(), x * x]),
    operator("cbrt", |x, _| vec![x.cbrt(), x * x * x]),
    operator("fabs", |x, _| vec![x.abs(), -x]),
    operator("sin", |x, _| [vec![x.sin()], near(x.asin())].concat()),
    operator("cos", |x, _| [vec![x.cos()], near(x.acos())].concat()),
    operator("tan", |x, _| [vec![x.tan()], near(x.atan())].concat()),
    operator("asin", |x, _| [vec![x.asin()], near(x.sin())].concat()),
    operator("acos", |x, _| [vec![x.acos()], near(x.cos())].concat()),
    operator("atan", |x, _| [vec![x.atan()], near(x.tan())].concat()),
    operator("sinh", |x, _| [vec![x.sinh()], near(x.asinh())].concat()),
    operator("cosh", |x, _| [vec![x.cosh()], near(x.acosh())].concat()),
    operator("tanh", |x, _| [vec![x.tanh()], near(x.atanh())].concat()),
    operator("asinh", |x, _| [vec![x.asinh()], near(x.sinh())].concat()),
    operator("acosh", |x, _| [vec![x.acosh()], near(x.cosh())].concat()),
    operator("atanh", |x, _| [vec![x.atanh()], near(x.tanh())].concat()),
    operator("exp", |x, _| [vec![x.exp()], near(x.ln())].concat()),
    operator("exp2", |x, _| [vec![x.exp2()], near(x.log2())].concat()),
    operator("expm1", |x, _| [vec![x.exp_m1()], near(x.ln_1p())].concat()),
    operator("log", |x, _| [vec![x.ln()], near(x.exp())].concat()),
    operator("log2", |x, _| [vec![x.log2()], near(x.exp2())].concat()),
    operator("log10", |x, _| {
        [vec![x.log10()], near(10f64.powf(x))].concat()
    }),
    operator("log1p", |x, _| [vec![x.ln_1p()], near(x.exp_m1())].concat()),
    // The constant is the exponent or the base.
    operator("pow", |x, c| {
        let root = x.powf(c.recip());
        let arguments = [near(root), vec![-root], near(x.ln() / c.ln())].concat();
        [vec![x.powf(c), c.powf(x)], arguments].concat()
    }),
    operator("hypot", |x, c| {
        [vec![x.hypot(c)], near((x * x - c * c).sqrt())].concat()
    }),
    operator("atan2", |x, c| {
        [vec![x.atan2(c), c.atan2(x)], near(x.tan() * c)].concat()
    }),
];
