/** Where everybody states their privacy choices, on each host, without an account or JavaScript. */
export const privacyChoicesPath = '/privacy-choices'
