/** Exchanges a ticket for a session, at the host of the person it is for. */
export const signInAddress = '/demo-desk/sign-in'
/** A client's site and its list of leads side by side. */
export const pairAddress = '/demo-desk/shop-and-leads'
