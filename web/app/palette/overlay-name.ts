/** What opens over any page by a key or from the search: the search itself, the shortcuts, or a company's form. */
export type OverlayName = 'search' | 'shortcuts' | 'agency' | 'client'
