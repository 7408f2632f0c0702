//! Errors as JavaScript sees them: an `Error` named `FanoronaError` with a code.

use fanorona::{FenError, IllegalStep, MoveError, PlayError, RecordError};
use wasm_bindgen::JsValue;

/// An error to throw: the `FanoronaError` of `api.d.ts`.
pub(crate) struct Error {
    code: &'static str,
    message: String,
    details: Vec<(&'static str, JsValue)>,
}

impl Error {
    pub(crate) fn new(code: &'static str, message: impl ToString) -> Self {
        Self {
            code,
            message: message.to_string(),
            details: Vec::new(),
        }
    }

    /// Of a list of turns: which one it is, from 1, in the words and as `ply`.
    pub(crate) fn in_turn(mut self, number: u32, text: &str) -> Self {
        // Of what is no turn at all only as much as a person can look at.
        let text: String = text.chars().take(80).collect();
        self.message = format!("turn {number} ({text}): {}", self.message);
        self.with("ply", number)
    }

    fn with(mut self, name: &'static str, value: impl Into<JsValue>) -> Self {
        self.details.push((name, value.into()));
        self
    }
}

impl From<Error> for JsValue {
    fn from(error: Error) -> Self {
        let thrown = js_sys::Error::new(&error.message);
        thrown.set_name("FanoronaError");
        // Setting a property of a fresh error cannot fail.
        let set = |name: &str, value: &JsValue| {
            js_sys::Reflect::set(&thrown, &name.into(), value).unwrap_or(false)
        };
        set("code", &error.code.into());
        for (name, value) in &error.details {
            set(name, value);
        }
        thrown.into()
    }
}

fn strings<T: ToString>(items: impl IntoIterator<Item = T>) -> JsValue {
    items
        .into_iter()
        .map(|item| JsValue::from(item.to_string()))
        .collect::<js_sys::Array>()
        .into()
}

impl From<IllegalStep> for Error {
    fn from(reason: IllegalStep) -> Self {
        Self::new("illegal-move", reason).with("clause", reason.clause())
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        Self::new("illegal-move", error).with("clause", error.reason.clause())
    }
}

impl From<FenError> for Error {
    fn from(error: FenError) -> Self {
        let reasons = match &error {
            FenError::Setup(errors) => strings(errors.reasons()),
            other => strings([other]),
        };
        Self::new("bad-fen", error)
            .with("clause", "R8.1")
            .with("reasons", reasons)
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Self {
        let clause = error.clause();
        let thrown = Self::new(
            match &error {
                MoveError::Syntax => "bad-move",
                MoveError::Ambiguous { .. } => "ambiguous-move",
                _ => "illegal-move",
            },
            &error,
        );
        let thrown = thrown.with("clause", clause);
        match error {
            MoveError::Ambiguous { candidates } => thrown.with("candidates", strings(candidates)),
            _ => thrown,
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        Self::new("bad-record", &error)
            .with("clause", error.fault.clause())
            .with("line", error.line as f64)
            .with("ply", error.turn as f64)
            .with("candidates", strings(error.fault.candidates()))
    }
}
