import { fromFlag } from '#contract/core/wire.ts'

/** What the wire tells sales staff apart by (R005). */
export const salesKindOf = ({ isAccExecutive }: { isAccExecutive: 'T' | 'F' }): 'salesRep' | 'accountExecutive' =>
  fromFlag(isAccExecutive) ? 'accountExecutive' : 'salesRep'
