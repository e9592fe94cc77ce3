/** None: the URL that leads go to is the account's own. */
export const settings = {}
