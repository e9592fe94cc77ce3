/**
 * What a B2B ID customer profile can require of a company and of a person's job there. Identity data use their own
 * terms; `read-kinds.ts` maps them to these.
 */

/** Industries by the first two digits of their NAICS codes. */
export const industries = [
  { id: 'agriculture', name: 'Agriculture', naics: ['11'] },
  { id: 'mining', name: 'Mining and energy', naics: ['21'] },
  { id: 'utilities', name: 'Utilities', naics: ['22'] },
  { id: 'construction', name: 'Construction', naics: ['23'] },
  { id: 'manufacturing', name: 'Manufacturing', naics: ['31', '32', '33'] },
  { id: 'wholesale', name: 'Wholesale', naics: ['42'] },
  { id: 'retail', name: 'Retail', naics: ['44', '45'] },
  { id: 'transportation', name: 'Transportation and logistics', naics: ['48', '49'] },
  { id: 'information', name: 'Software and media', naics: ['51'] },
  { id: 'finance', name: 'Finance and insurance', naics: ['52'] },
  { id: 'real_estate', name: 'Real estate', naics: ['53'] },
  { id: 'professional', name: 'Professional services', naics: ['54', '55'] },
  { id: 'support', name: 'Business support', naics: ['56'] },
  { id: 'education', name: 'Education services', naics: ['61'] },
  { id: 'health', name: 'Health care', naics: ['62'] },
  { id: 'entertainment', name: 'Arts and entertainment', naics: ['71'] },
  { id: 'hospitality', name: 'Hotels and restaurants', naics: ['72'] },
  { id: 'other', name: 'Other services', naics: ['81'] },
  { id: 'public', name: 'Public administration', naics: ['92'] },
] as const

/** Number of employees, by the lower bound of each band. */
export const companySizes = [
  { id: '1-10', least: 1 },
  { id: '11-50', least: 11 },
  { id: '51-200', least: 51 },
  { id: '201-500', least: 201 },
  { id: '501-1000', least: 501 },
  { id: '1001-5000', least: 1_001 },
  { id: '5001+', least: 5_001 },
] as const

/** Seniority levels; the first one with a word that occurs in the job title applies. */
export const seniorities = [
  { id: 'owner', name: 'Owner or founder', words: ['owner', 'founder', 'cofounder', 'proprietor', 'partner'] },
  { id: 'executive', name: 'C-level', words: ['chief', 'president', 'executive director', 'c level', 'c suite'] },
  { id: 'vice_president', name: 'Vice president', words: ['vicepresident'] },
  { id: 'director', name: 'Director', words: ['director', 'head'] },
  { id: 'manager', name: 'Manager', words: ['manager', 'supervisor', 'lead'] },
  { id: 'senior', name: 'Senior', words: ['senior', 'principal', 'staff'] },
  { id: 'entry', name: 'Entry level', words: ['entry', 'junior', 'assistant', 'associate', 'intern', 'trainee'] },
] as const

/** Departments; the first one with a word that occurs in the department or the job title applies. */
export const departments = [
  { id: 'marketing', name: 'Marketing', words: ['marketing', 'brand', 'communications', 'advertising'] },
  { id: 'sales', name: 'Sales', words: ['sales', 'business development', 'account executive', 'revenue'] },
  { id: 'finance', name: 'Finance', words: ['finance', 'financial', 'accounting', 'controller', 'treasurer'] },
  { id: 'people', name: 'Human resources', words: ['human resources', 'talent', 'recruiting', 'people'] },
  { id: 'it', name: 'Information technology', words: ['information', 'technology', 'security', 'systems'] },
  { id: 'engineering', name: 'Engineering', words: ['engineering', 'engineer', 'developer', 'software', 'product'] },
  { id: 'operations', name: 'Operations', words: ['operations', 'operating', 'logistics', 'facilities', 'production'] },
  { id: 'purchasing', name: 'Purchasing', words: ['purchasing', 'procurement', 'buyer', 'sourcing'] },
  { id: 'legal', name: 'Legal', words: ['legal', 'counsel', 'lawyer', 'compliance'] },
  { id: 'support', name: 'Customer service', words: ['customer', 'support', 'service'] },
] as const
