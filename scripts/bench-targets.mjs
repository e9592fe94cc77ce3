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
    most('lost', 'lost acknowledged hits', 0),
  ],
  resolve: [
    least('ratio', 'visits, share of one plain INSERT … SELECT … JOIN', 0.4),
    least('per_second', 'visits per second', 25_000),
    least('least_of_modules', 'events of the other modules, share of the plain statement, the least', 0.25),
    most('with_money_checks', 'time of a batch with all money checks compared with none, factor', 1.03),
  ],
  calls: [
    least('ratio', 'list calls, share of bare Fastify with the same SQL', 0.65),
    most('p99_ms', 'p99 at 4 connections, ms', 5),
    most('deep_over_first', 'page 5,000 compared with page 1, factor', 2),
    most('many_over_few', '5 million rows compared with 50,000, factor', 1.5),
  ],
  write: [least('ratio', 'a change with its log entry, share of bare Fastify with the same SQL', 0.4)],
  tree: [
    most('worst_p99_ms', 'any view of 10,000 agencies or clients, p99, ms', 50),
    most('worst_times', 'the same, median compared with the plain statement, factor', 3),
    most('reports_p99_ms', 'reports on all of them and the downline, p99, ms', 200),
  ],
  api: [least('ratio', 'list of leads, share of bare Fastify with the same SQL', 0.6)],
  export: [
    least('ratio', 'export of leads, share of COPY TO STDOUT of the same rows', 0.5),
    most('five_million_s', 'five million leads at this rate, s', 60),
    most('peak_mb', 'peak memory of the exporting process, MB', 200),
  ],
  reports: [
    most('p99_ms', 'any report on a year of 5 million leads, p99, ms', 100),
    most('wrong', 'sums that differ from the leads', 0),
  ],
  dashboard: [most('p99_ms', 'any dashboard call of a client with a million leads, p99, ms', 50)],
  deliver: [
    least('ratio', 'webhooks delivered, share of bare fetch with the same signature', 0.5),
    least('per_second', 'webhooks per second', 1_000),
    least('last_over_first', 'last tenth of the backlog compared with the first, share', 0.8),
    most('repeated', 'sent or attempted twice', 0),
  ],
  inbox: [most('p99_ms', 'inbox of an agency with 1,000 clients, p99, ms', 50)],
  keywords: [
    most('nationwide_ms', 'distinct people of 200,000 searches nationwide, ms', 10),
    most('zips_ms', 'of those in 100 ZIP codes, ms', 1),
    most('wrong', 'people miscounted', 0),
  ],
  signals: [
    most('hour_s', 'matching an hour of new searches with 1,000 campaigns, s', 30),
    most('many_over_few', 'with 20 million kept against 2 million, times', 1.5),
  ],
  deletions: [
    least('rows_per_second', 'rows of the deletion platform’s list decided and answered, per second', 166_667),
  ],
  exclusions: [
    most('worst_ms', '10,000 addresses uploaded and effective, worst of ten, ms', 2_000),
    most('late_leads', 'leads of addresses on an effective list', 0),
  ],
  simulate: [most('median_ms', 'a million visits of thirty days run through a campaign’s rules, ms', 3_000)],
  charges: [
    most('double', 'charges collected twice, despite faults and kills', 0),
    most('missing', 'charges lost, or paid but not collected', 0),
    most('stuck', 'charges and events unfinished after an hour', 0),
    most('wrong', 'books that do not balance or do not match the gateway', 0),
  ],
  // A plain comparison against one server has no target.
  cluster: [],
  wallet: [
    least('hot_per_second', 'leads charged to one wallet, per second', 80),
    most('hot_p99_ms', 'the same, p99, ms', 250),
    least('spread_per_second', 'leads charged to a thousand wallets, per second', 300),
    most('spread_p99_ms', 'the same, p99, ms', 250),
    most('wrong', 'charges and books that do not balance', 0),
  ],
  invoices: [
    most('seconds', 'closing the month of 10,000 agencies with 5 million leads, s', 300),
    least('ratio', 'the same, share of one plain INSERT … SELECT … GROUP BY', 0.2),
    most('memory_growth', 'memory in the second half compared with the first, factor', 1.2),
    most('wrong', 'incorrect invoices, lines and books', 0),
  ],
  overload: [
    least('goodput', 'calls answered while five times as many come as can be, share of the most', 0.8),
    most('wrong', 'refusals among them that do not say when to come again', 0),
    most('recovered_s', 'until calls are as fast as before, s', 10),
    most('others_times', 'p99 of others beside an agency that takes all it gets, times', 2),
  ],
  start: [
    most('again_ms', 'npm start until /readyz, with a database, ms', 1_000),
    most('first_ms', 'the first time, with database and demo world, ms', 15_000),
  ],
  idle: [
    most('transactions', 'transactions a second of a demo that nobody uses', 2),
    most('percent', 'processor of Node and PostgreSQL meanwhile, % of a core', 1),
  ],
  migrations: [
    most(
      'blocked_ms',
      'longest that one of the ten newest migrations kept a caller waiting, 100,000 rows a table, ms',
      1_000,
    ),
  ],
  fuzz: [
    least('refused', 'bad inputs rejected, over all calls', 100_000),
    most('faults', 'responses of 500 or above among them', 0),
  ],
  xss: [least('texts', 'hostile texts tried on every field', 80), most('executions', 'of those with an effect', 0)],
  web: [
    most('login_js_kb', "login's JavaScript, gzip, kB", 110),
    most('lcp_en_ms', 'largest paint of the login on slow 4G, English, ms', 1_200),
    most('lcp_ar_ms', 'the same in Arabic, ms', 1_200),
    most('lcp_dashboard_ms', "the same of a client's dashboard, ms", 1_500),
    most('live_p95_ms', 'from hit to the lead on the screen, p95, ms', 1_000),
  ],
}
