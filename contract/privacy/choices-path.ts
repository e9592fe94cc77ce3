/** Where everybody states their privacy choices, on each host, without an account or JavaScript. */
export const privacyChoicesPath = '/privacy-choices'
/** Where everybody asks what is held about them, and sees what became of it. */
export const privacyRequestsPath = '/privacy-requests'
/** Where everybody reads the daily figures of a brand: signals, opt-outs, requests and deletions. */
export const privacyReportPath = '/privacy-report'
