import type { Pool } from 'pg'
import { createRandom } from './random.ts'

/** A made-up company whose people visit the demo's sites. Its domain is one that nobody can own. */
export interface DemoEmployer {
  domain: string
  /** Loopback addresses that serve as the IP addresses of its offices. */
  range: string
  facts: Record<string, string>
}

/** Name, industry and its NAICS code, employees, state and city of the headquarters. */
const firms = [
  ['Northwind Software', 'Software and media', '511210', '51-200', 'Austin, TX'],
  ['Bluefin Analytics', 'Software and media', '518210', '201-500', 'Chicago, IL'],
  ['Granite Ledger', 'Finance and insurance', '523930', '11-50', 'New York, NY'],
  ['Harvest Mutual', 'Finance and insurance', '524113', '501-1000', 'Des Moines, IA'],
  ['Lakeside Legal', 'Professional services', '541110', '11-50', 'Milwaukee, WI'],
  ['Beacon Architects', 'Professional services', '541310', '11-50', 'Chicago, IL'],
  ['Copperline Freight', 'Transportation and logistics', '484121', '201-500', 'Gary, IN'],
  ['Prairie Robotics', 'Manufacturing', '333242', '51-200', 'Peoria, IL'],
  ['Willow Clinics', 'Health care', '621111', '501-1000', 'Detroit, MI'],
  ['Paper Lantern Books', 'Retail', '451211', '1-10', 'Madison, WI'],
  ['Sundial Staffing', 'Business support', '561320', '51-200', 'Phoenix, AZ'],
  ['Otter Creek Builders', 'Construction', '236115', '51-200', 'Denver, CO'],
] as const

const jobs = [
  ['Chief Executive Officer', 'C-level', 'Operations'],
  ['Office Manager', 'Manager', 'Operations'],
  ['VP of Operations', 'Vice president', 'Operations'],
  ['Chief Financial Officer', 'C-level', 'Finance'],
  ['Director of Human Resources', 'Director', 'Human resources'],
  ['Account Executive', 'Entry level', 'Sales'],
  ['Software Engineer', 'Senior', 'Engineering'],
  ['Facilities Manager', 'Manager', 'Operations'],
  ['Marketing Manager', 'Manager', 'Marketing'],
] as const

export const employers: readonly DemoEmployer[] = firms.map(([name, industry, naics, size, headquarters], at) => ({
  domain: `${name.toLowerCase().replaceAll(' ', '')}.example`,
  range: `127.70.${at + 1}.0/24`,
  facts: { company_name: name, industry, naics, employee_band: size, headquarters },
}))

/** How many of the demo's people have a job in the identity data: every third. */
const oneIn = 3

/** Where person `n` works, if known. The same in every world. */
export function workOf(seed: number, n: number): Record<string, string> {
  if (n % oneIn !== 0) return {}
  const random = createRandom(seed * 7_919 + n)
  const { domain } = random.pick(employers)
  const [title, seniority, department] = random.pick(jobs)
  return { company_domain: domain, job_title: title, seniority, department }
}

/** Writes the companies and their IP addresses to the identity data. Does nothing if they are already there. */
export async function writeEmployers(pool: Pool, at: Date): Promise<void> {
  await pool.query(
    `insert into employer (domain, facts, updated_at)
     select domain, facts, $3 from unnest($1::text[], $2::jsonb[]) as given (domain, facts) on conflict do nothing`,
    [employers.map(({ domain }) => domain), employers.map(({ facts }) => JSON.stringify(facts)), at],
  )
  const { rowCount } = await pool.query(
    `insert into employer_range (range, domain)
     select range::cidr, domain from unnest($1::text[], $2::text[]) as given (range, domain) on conflict do nothing`,
    [employers.map(({ range }) => range), employers.map(({ domain }) => domain)],
  )
  if (rowCount) await pool.query('update employer_range_version set version = version + 1')
}
