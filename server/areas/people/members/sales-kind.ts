/** What the wire tells sales staff apart by (R005). */
export const salesKindOf = ({ isAccountExecutive }: { isAccountExecutive: boolean }): 'salesRep' | 'accountExecutive' =>
  isAccountExecutive ? 'accountExecutive' : 'salesRep'
