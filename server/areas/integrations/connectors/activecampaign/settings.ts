/** None: the account's own address is pasted with its key. */
export const settings = {}
