/** Two-letter codes of every state, district and territory that has ZIP codes. */
export const usStates: readonly string[] = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
  'RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'
).split(' ')

/** A US ZIP code, optionally with its four extra digits. */
export const usZip = /^\d{5}(-\d{4})?$/
