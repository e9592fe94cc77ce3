/** None: the URL that leads go to is the workflow's own. */
export const settings = {}
