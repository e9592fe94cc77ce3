/** None: the URL that leads go to is the channel's own. */
export const settings = {}
