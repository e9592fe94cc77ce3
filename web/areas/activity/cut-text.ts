const longestShown = 30

/** The part of a description that a row shows (R206), and whether there is more to read. */
export const cutText = (text: string): { excerpt: string; isCut: boolean } =>
  text.length > longestShown
    ? { excerpt: `${text.slice(0, longestShown)}…`, isCut: true }
    : { excerpt: text, isCut: false }
