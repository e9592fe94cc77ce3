/** Why a row is invalid; never contains its values. */
export interface RowProblem {
  row: number
  field: string
  message: string
}
