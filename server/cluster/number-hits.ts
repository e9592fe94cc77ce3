import type pg from 'pg'

/**
 * Hits are resolved in the order of the transactions that wrote them, up to the oldest one still running. On a cluster
 * both must come from the hits' own node: there a generated column provides the number, as the coordinator's would say
 * nothing about what is visible on the node.
 */
export async function numberHitsByNode(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_generated: string }>(
    `select is_generated from information_schema.columns where table_name = 'hit' and column_name = 'tx'`,
  )
  if (rows[0]?.is_generated === 'ALWAYS') return
  await client.query(
    `create or replace function node_tx(id uuid) returns bigint language plpgsql immutable as
       'begin return pg_current_xact_id()::text::bigint; end'`,
  )
  await client.query(`select create_distributed_function('node_tx(uuid)')`)
  await client.query('alter table hit drop column tx')
  await client.query('alter table hit add column tx bigint generated always as (node_tx(id)) stored')
  await client.query('create index hit_in_order on hit (agency_id, tx, id)')
}

/** Hits that have not become a visit yet. */
export async function countUnresolved(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from hit
      where not exists (select from visit where visit.agency_id = hit.agency_id and visit.id = hit.id)`,
  )
  return rows[0]!.count
}

/**
 * Moves each agency's watermark past its last hit: hits get new numbers when they are distributed, and when they move
 * to another node. Only correct while no hit is waiting.
 */
export async function advanceWatermarks(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update resolve_watermark set done_tx = last.tx, done_id = last.id
       from (select distinct on (agency_id) agency_id, tx, id from hit order by agency_id, tx desc, id desc) last
      where last.agency_id = resolve_watermark.agency_id`,
  )
}
