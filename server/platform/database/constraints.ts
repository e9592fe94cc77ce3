/**
 * Whether a statement failed because of a constraint. On a cluster, the name ends with the number of the shard that
 * refused.
 */
export function breaksConstraint(error: unknown, name: string): boolean {
  const broken = (error as { constraint?: unknown } | null)?.constraint
  return typeof broken === 'string' && broken.replace(/_\d+$/, '') === name
}
