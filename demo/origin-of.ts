/** The Origin header of the page that posts a hit; a hit that is only counted names no page. */
export const originOf = (body: object): { origin?: string } =>
  'u' in body ? { origin: new URL(String(body.u)).origin } : {}
