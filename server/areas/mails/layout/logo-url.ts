/** The attached logo, by its Content-ID: no mail program asks a server for it, so nobody learns when a mail is read. */
export const logoId = 'logo'
export const logoUrl = `cid:${logoId}`
