/** How the wire distinguishes kinds of sales staff (R005). */
export const salesKindOf = ({ isAccountExecutive }: { isAccountExecutive: boolean }): 'salesRep' | 'accountExecutive' =>
  isAccountExecutive ? 'accountExecutive' : 'salesRep'
