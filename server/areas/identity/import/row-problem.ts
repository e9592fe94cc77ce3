/** Why a row cannot be taken; never with its values. */
export interface RowProblem {
  row: number
  field: string
  message: string
}
