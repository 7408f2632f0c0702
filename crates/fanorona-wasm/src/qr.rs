//! A text as a QR code, for the page to draw.

use qrcodegen_no_heap::{QrCode, QrCodeEcc, Version};
use wasm_bindgen::prelude::*;

use crate::error::Error;

/// The QR code of a text, row by row: 1 is dark, 0 is light, and the side is the square root of the
/// length. A text of more than 2,953 bytes does not fit one.
#[wasm_bindgen(js_name = qrCode)]
pub fn qr_code(text: &str) -> Result<Vec<u8>, JsValue> {
    let too_long = || Error::new("too-long", "the text is too long for a QR code");
    let mut data = vec![0; Version::MAX.buffer_len()];
    let mut out = data.clone();
    data.get_mut(..text.len())
        .ok_or_else(too_long)?
        .copy_from_slice(text.as_bytes());
    // The least correction that fits leaves the largest points; more comes where there is room for it.
    let code = QrCode::encode_binary(
        &mut data,
        text.len(),
        &mut out,
        QrCodeEcc::Low,
        Version::MIN,
        Version::MAX,
        None,
        true,
    )
    .map_err(|_| too_long())?;
    let side = code.size();
    Ok((0..side)
        .flat_map(|y| (0..side).map(move |x| (x, y)))
        .map(|(x, y)| u8::from(code.get_module(x, y)))
        .collect())
}
