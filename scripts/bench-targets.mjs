// The target of each benchmark on two cores, in the order in which they run. `of` names the value in the last JSON line
// that a benchmark prints.
const least = (of, title, limit) => ({
  of,
  title,
  target: `at least ${text(limit)}`,
  reached: (value) => value >= limit,
})
const most = (of, title, limit) => ({ of, title, target: `at most ${text(limit)}`, reached: (value) => value <= limit })
const text = (value) => value.toLocaleString('en-US')

export const targets = {
  collect: [
    least('ratio', 'durable hits, share of a bare node:http server', 0.5),
    most('p99_ms', 'p99 at 64 connections, ms', 25),
    most('lost', 'acknowledged hits that are lost', 0),
  ],
  resolve: [
    least('ratio', 'visits, share of one plain INSERT … SELECT … JOIN', 0.25),
    least('per_second', 'visits a second', 20_000),
    most('with_money_checks', 'time of a batch with all money checks against none, times', 1.03),
  ],
  calls: [
    least('ratio', 'list calls, share of bare Fastify with the same SQL', 0.6),
    most('p99_ms', 'p99 at 4 connections, ms', 5),
    most('deep_over_first', 'page 5,000 against page 1, times', 2),
    most('many_over_few', '5 million rows against 50,000, times', 1.5),
  ],
  write: [least('ratio', 'a change with its log entry, share of bare Fastify with the same SQL', 0.4)],
  tree: [
    most('worst_p99_ms', 'any view of 10,000 agencies or clients, p99, ms', 50),
    most('worst_times', 'the same, median against the plain statement, times', 3),
    most('reports_p99_ms', 'reports about all of them and the downline, p99, ms', 200),
  ],
  api: [least('ratio', 'list of leads, share of bare Fastify with the same SQL', 0.6)],
  export: [
    least('ratio', 'export of leads, share of COPY TO STDOUT of the same rows', 0.5),
    most('five_million_s', 'five million leads by this rate, s', 60),
    most('peak_mb', 'memory of the exporting process at most, MB', 200),
  ],
  reports: [
    most('p99_ms', 'any report about a year of 5 million leads, p99, ms', 100),
    most('wrong', 'sums that are not those of the leads', 0),
  ],
  dashboard: [most('p99_ms', 'any call of the dashboard of a client with a million leads, p99, ms', 50)],
  deliver: [
    least('ratio', 'webhooks delivered, share of bare fetch with the same signature', 0.5),
    least('per_second', 'webhooks a second', 1_000),
    least('last_over_first', 'last tenth of the backlog against the first, share', 0.8),
    most('repeated', 'sent or tried twice', 0),
  ],
  inbox: [most('p99_ms', 'inbox of an agency with 1,000 clients, p99, ms', 50)],
  keywords: [
    most('nationwide_ms', 'distinct people of 200,000 searches nationwide, ms', 10),
    most('zips_ms', 'of them in 100 ZIP codes, ms', 1),
    most('wrong', 'people counted wrongly', 0),
  ],
  signals: [
    most('hour_s', 'an hour of new searches matched with 1,000 campaigns, s', 30),
    most('many_over_few', 'with 20 million kept against 2 million, times', 1.5),
  ],
  exclusions: [
    most('worst_ms', '10,000 addresses uploaded and in force, the worst of ten, ms', 2_000),
    most('late_leads', 'leads of addresses on a list that is in force', 0),
  ],
  simulate: [most('median_ms', 'thirty days of a million visits run through a campaign’s rules, ms', 3_000)],
  charges: [
    most('double', 'charges taken twice, of those collected through faults and kills', 0),
    most('missing', 'charges that nobody has, or that were paid and not taken', 0),
    most('stuck', 'charges and events without an end after an hour', 0),
    most('wrong', 'books that do not add up, or are not the gateway’s', 0),
  ],
  // A plain comparison against one server has no target.
  cluster: [],
  wallet: [
    least('hot_per_second', 'leads charged to one wallet, a second', 80),
    most('hot_p99_ms', 'the same, p99, ms', 250),
    least('spread_per_second', 'leads charged to a thousand wallets, a second', 300),
    most('spread_p99_ms', 'the same, p99, ms', 250),
    most('wrong', 'charges and books that do not add up', 0),
  ],
  invoices: [
    most('seconds', 'the month of 10,000 agencies with 5 million leads closed, s', 300),
    least('ratio', 'the same, share of one plain INSERT … SELECT … GROUP BY', 0.2),
    most('memory_growth', 'memory in the second half, times that in the first', 1.2),
    most('wrong', 'invoices, lines and books that are not as they must be', 0),
  ],
  start: [
    most('again_ms', 'npm start until /readyz, with a database, ms', 1_500),
    most('first_ms', 'the first time, with database and demo world, ms', 15_000),
  ],
  fuzz: [
    least('refused', 'bad inputs refused, over all calls', 100_000),
    most('faults', 'answers of 500 or above among them', 0),
  ],
  xss: [least('texts', 'hostile texts tried on every field', 80), most('executions', 'of them that did anything', 0)],
  web: [
    most('login_js_kb', "login's JavaScript, gzip, kB", 110),
    most('lcp_en_ms', 'largest paint of the login on slow 4G, English, ms', 1_200),
    most('lcp_ar_ms', 'the same in Arabic, ms', 1_200),
    most('lcp_dashboard_ms', "the same of a client's dashboard, ms", 1_500),
    most('live_p95_ms', 'from hit to the lead on the screen, p95, ms', 1_000),
  ],
}
