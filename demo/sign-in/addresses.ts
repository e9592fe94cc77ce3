/** Exchanges a ticket for a sign-in, at the host of the person it is for. */
export const signInAddress = '/demo-desk/sign-in'
/** A client's site and the list of leads beside each other. */
export const pairAddress = '/demo-desk/shop-and-leads'
