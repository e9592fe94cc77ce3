/** The staff assigned to an agency, by the field names of the call that assigns them; empty if nobody is. */
export const salesFields = (salesRep: string | null, salesAE: string | null, salesRef: string | null) => ({
  salesRep: salesRep ?? '',
  salesAE: salesAE ?? '',
  salesRef: salesRef ?? '',
})
