/** The GSM 03.38 alphabet: a text of these signs alone is sent in parts of 160, each sign one place. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension: two places each. */
const GSM_TWO_PLACES = new Set('^{}\\[~]|€\f')

/** In how many parts a text is billed: 160 GSM signs in one, 153 in each of several; with any other sign 70 and 67 (3GPP TS 23.038, 23.040). */
export function textSegments(text: string): number {
  const signs = [...text]
  if (!signs.every((sign) => GSM.has(sign) || GSM_TWO_PLACES.has(sign))) return parts(text.length, 70, 67)
  return parts(signs.length + signs.filter((sign) => GSM_TWO_PLACES.has(sign)).length, 160, 153)
}

const parts = (places: number, alone: number, each: number): number => (places <= alone ? 1 : Math.ceil(places / each))
