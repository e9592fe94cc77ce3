/**
 * Whether a statement failed because of a constraint. On a cluster, the name ends with the number of the shard that
 * refused.
 */
export function breaksConstraint(error: unknown, name: string): boolean {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' && constraint.replace(/_\d+$/, '') === name
}
