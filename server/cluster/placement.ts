/**
 * Where each table is on a cluster (docs/runbooks/cluster.md). Those whose primary key begins with `agency_id` are
 * sharded by agency. Those that all nodes join with are copied to each. The rest is on the coordinator.
 */

/** Small and shared: copied to each node. In this order, since one references the other. */
export const referenceTables: readonly string[] = [
  'company',
  'company_group',
  'role',
  'app_user',
  'brand',
  'pixel',
  'root_exclusion',
  'company_count',
  'us_state',
]

/**
 * Their keys begin with `agency_id`, but they stay on the coordinator: small, and joined with companies, users and each
 * other. So do tables that reference them: a charge's attempts, refunds and dunning.
 */
export const coordinatorTables: ReadonlySet<string> = new Set([
  'agency_staff',
  'charge',
  'client_term_change',
  'commission',
  'commission_change',
  'commission_payout_share',
  'coupon_use',
  'custom_domain',
  'embedded_code',
  'invoice',
  'invoice_line',
  'mail_domain',
  'retail_bound',
  'retail_cost',
])
