import { fromFlag } from '#contract/core/wire.ts'

/** What the wire tells sales staff apart by (R005). */
export const salesKindOf = ({
  isAccountExecutive,
}: {
  isAccountExecutive: 'T' | 'F'
}): 'salesRep' | 'accountExecutive' => (fromFlag(isAccountExecutive) ? 'accountExecutive' : 'salesRep')
