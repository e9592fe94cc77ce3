/** What a browser says of the page that posts; a hit that is only counted names no page. */
export const originOf = (body: object): { origin?: string } =>
  'u' in body ? { origin: new URL(String(body.u)).origin } : {}
