// Area code 2, 3, 7, 8 or mobile 4, then eight digits; a space or hyphen may stand before each, also after the prefix,
// because that is how numbers are displayed and copied back.
const NATIONAL_NUMBER = '[ -]?[23478](?:[ -]?[0-9]){8}'

/** What the forms for new people accept: an optional +61, 61 or 0, then the number. */
export const AUSTRALIAN_PHONE = new RegExp(`^(?:\\+?61|0)?${NATIONAL_NUMBER}$`)

/** What the edit form of a loved one accepts: the same without a bare 61. */
export const AUSTRALIAN_PHONE_EDIT = new RegExp(`^(?:\\+61|0)?${NATIONAL_NUMBER}$`)
