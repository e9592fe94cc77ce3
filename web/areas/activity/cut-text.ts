const longestShown = 30

/** What a row shows of a description (R206): the beginning, and whether there is more to read. */
export const cutText = (text: string): { shown: string; isCut: boolean } =>
  text.length > longestShown ? { shown: `${text.slice(0, longestShown)}…`, isCut: true } : { shown: text, isCut: false }
