-- The first versions of the documents, in English. {names} in braces are filled by server/areas/agreements/fill-document.ts.
insert into document (id, name, version, language, title, published_at, html) values
('019a0000-0000-7000-8000-000000000101', 'privacy-policy', 1, 'en', 'Privacy Policy', '2026-11-01', $html$
<p>This policy says what {legal_name} (“{company_name}”, “we”) does with personal data on {domain}. It takes effect on {effective_date}.</p>
<h2>1. What we keep, and why</h2>
<ul>
<li><strong>Account data</strong> — name, e-mail address, telephone number, company and sign-in history: to run your account and to keep others out of it.</li>
<li><strong>Usage data</strong> — what you change and when, with the network address and the kind of browser: to keep the service secure and to answer questions about it.</li>
<li><strong>Campaign data</strong> — visits, searches and leads that your campaigns collect: to carry out the service that you ordered. You decide why this data is collected; we process it on your behalf.</li>
<li><strong>Payment data</strong> — invoices and the last digits of a card. Whole card numbers go to the payment provider only and never reach us.</li>
</ul>
<h2>2. Visitors of our customers’ web sites</h2>
<p>The pixel that customers put on their sites reads privacy signals first. Where a browser asks not to be followed (Global Privacy Control), or a person has opted out, nothing about that person is recorded. Who wishes to opt out writes to {contact_email}.</p>
<h2>3. Whom we share data with</h2>
<p>With firms that work for us under contract — hosting, mail, payments — with the destinations that you connect to your campaigns, and with authorities where the law obliges us. We do not sell account data.</p>
<h2>4. How long we keep it</h2>
<p>Raw visits are kept for 90 days, leads for the life of a campaign and 24 months after it, security records for 24 months, records of payments for as long as tax law requires.</p>
<h2>5. Your rights</h2>
<p>You may ask to see, correct, export or erase the data that concerns you, and object to its use. Write to {contact_email}; we answer within 30 days. You may also complain to the data-protection authority where you live.</p>
<h2>6. Security</h2>
<p>Connections are encrypted, secrets are sealed, access is limited to those who need it and recorded. If a breach concerns you, we tell you without delay.</p>
<h2>7. Changes</h2>
<p>When this policy changes, the new version appears on this page with its date.</p>
$html$),
('019a0000-0000-7000-8000-000000000102', 'term-of-use', 1, 'en', 'Terms of Use', '2026-11-01', $html$
<p>These terms govern the use of {domain}, which {legal_name} (“{company_name}”, “we”) runs. They take effect on {effective_date}. Whoever uses the service agrees to them.</p>
<h2>1. Accounts</h2>
<p>Each person signs in with an account of their own and keeps its password secret. You answer for what is done with the accounts of your company; tell us at once when one may be in other hands.</p>
<h2>2. What is allowed</h2>
<ul>
<li>Use the service for lawful marketing of your own business or of customers who have asked you to.</li>
<li>Put the pixel only on web sites whose owner has agreed, and name its use in the privacy notice of the site.</li>
<li>Write to or call leads only as the law at their place of residence allows, and stop when they ask you to.</li>
</ul>
<h2>3. What is not</h2>
<ul>
<li>Collecting data about children, health, beliefs or other specially protected matters.</li>
<li>Deciding about credit, employment, insurance or housing with the help of leads.</li>
<li>Getting around limits, testing the defences of the service without permission, or reselling access without an agreement.</li>
</ul>
<h2>4. The service</h2>
<p>We work to keep the service available and correct, and tell about planned interruptions beforehand. Leads come from probabilities and data of others; we do not warrant that each is complete or will become a customer.</p>
<h2>5. Ending</h2>
<p>You may close your account at any time. We may suspend an account that breaks these terms, after a warning where that is possible. After the end your data can be exported for 30 days, then it is erased.</p>
<h2>6. Liability</h2>
<p>We are liable without limit for intent and gross negligence. Otherwise our liability is limited to what you paid in the twelve months before the damage.</p>
<h2>7. Contact</h2>
<p>Questions about these terms: {contact_email}.</p>
$html$),
('019a0000-0000-7000-8000-000000000103', 'service-billing-agreement', 1, 'en', 'Service and Billing Agreement', '2026-11-01', $html$
<p>This agreement between {legal_name} (“{company_name}”) and the customer says how the service is charged. It takes effect on {effective_date}.</p>
<h2>1. Prices</h2>
<p>The price of each lead, platform fees and minimum amounts are shown in the account before they are ordered. Amounts are in US dollars, without taxes that the law adds.</p>
<h2>2. Payment</h2>
<ul>
<li>You authorise {company_name} to charge the payment method on file for amounts that fall due under the terms chosen for a campaign: prepaid, weekly, monthly or once.</li>
<li>A charge that fails is tried again. While an amount stays unpaid, campaigns may be paused.</li>
<li>Each charge appears with its reason among the transactions of the account.</li>
</ul>
<h2>3. Prepaid amounts</h2>
<p>Prepaid amounts are used up by leads in the order in which they were paid. Where automatic top-up is on, the saved amount is charged again when the balance falls below the shown threshold; you can switch it off at any time.</p>
<h2>4. Disputes</h2>
<p>Tell us within 60 days about a charge that you think is wrong, at {contact_email}. Leads that do not fit the filters of the campaign are credited.</p>
<h2>5. Changes of prices</h2>
<p>A new price holds for leads that come after it was announced. You may end the campaign before it does.</p>
<h2>6. Ending</h2>
<p>Ending a campaign ends its charges from that moment on. Amounts that were due before remain due.</p>
$html$),
('019a0000-0000-7000-8000-000000000104', 'marketing-services-agreement-developer', 1, 'en', 'Marketing Services Agreement for Developers', '2026-11-01', $html$
<p>This agreement between the provider of the platform at {domain} (the “Provider”) and {customer_name} (the “Developer”) governs the use of the developer API and of single sign-on. It takes effect when the Developer accepts it.</p>
<h2>1. What is granted</h2>
<p>The Provider lets the Developer call the API with credentials of its own, to read and manage the campaigns and leads of its own company and of the clients below it, and to sign those clients in from its own software. The right cannot be passed on.</p>
<h2>2. Credentials</h2>
<ul>
<li>The secret key is kept on the Developer’s servers, never in web pages or apps that others can read.</li>
<li>Whoever suspects that a key is known to others removes it at once and makes a new one.</li>
<li>Calls made with a key count as the Developer’s own.</li>
</ul>
<h2>3. Charges</h2>
<p>The one-time charge and the minimum monthly spend are those shown at the moment of acceptance and named in the certificate of acceptance. Switching the developer API off and on again makes the one-time charge due again. Where the spend of a month stays below the minimum, the difference is charged.</p>
<h2>4. Data</h2>
<p>The Developer uses personal data from the API only for the marketing of its clients, keeps it as safe as the Provider does, forwards opt-outs within two business days, and erases it when the client or the person asks.</p>
<h2>5. Fair use</h2>
<p>Limits for calls are part of the API’s documentation and may be lowered to protect the service. Single sign-on is used only for people who have asked the Developer to sign them in.</p>
<h2>6. Term</h2>
<p>Either side may end this agreement with 30 days’ notice, and at once for a serious breach. With its end the credentials stop working; sections 3 (for amounts already due) and 4 go on.</p>
<h2>7. Liability</h2>
<p>Section 6 of the Terms of Use on {domain} applies. Contact: {contact_email}.</p>
$html$),
('019a0000-0000-7000-8000-000000000105', 'marketing-services-agreement', 1, 'en', 'Marketing Services Agreement', '2026-11-01', $html$
<p>This agreement between {legal_name} (“{company_name}”) and {customer_name} (the “Customer”) governs the marketing services that the Customer orders on {domain}. It takes effect when the Customer accepts it.</p>
<h2>1. Services</h2>
<p>{company_name} runs campaigns on the Customer’s behalf: it finds visitors and searchers who fit the Customer’s filters and delivers them as leads to the destinations that the Customer names.</p>
<h2>2. The Customer’s part</h2>
<ul>
<li>The Customer owns the web sites named in a campaign or may act for their owner, and names the service in their privacy notices.</li>
<li>The Customer contacts leads only as the law allows, and honours every request to stop.</li>
<li>The Customer keeps its lists of excluded people up to date.</li>
</ul>
<h2>3. Charges</h2>
<p>Leads are charged at the price shown with the campaign, under the payment terms chosen there. The Service and Billing Agreement on {domain} applies.</p>
<h2>4. Data</h2>
<p>For data of visitors and leads the Customer decides why they are used; {company_name} processes them on the Customer’s instructions, keeps them safe, and helps to answer requests of the people concerned.</p>
<h2>5. Term</h2>
<p>Either side may end this agreement with 30 days’ notice. Campaigns that run end with it.</p>
<h2>6. Contact</h2>
<p>{contact_email}</p>
$html$),
('019a0000-0000-7000-8000-000000000106', 'feature-b2b-module', 1, 'en', 'Service Agreement', '2026-11-01', $html$
<p>Campaigns for companies are a beta feature of {company_name}. By agreeing, {customer_name} accepts the following.</p>
<ul>
<li>The feature may change, pause or show mistakes while it is tested. Nothing else in the account is affected by that.</li>
<li>Leads of this feature are people in their professional role. They are contacted for business offers only, and not after they have asked you to stop.</li>
<li>Leads are charged at the price shown with the campaign; leads that are plainly wrong are credited when you tell us within 30 days.</li>
<li>You may stop using the feature at any time. What it has collected stays in your account.</li>
</ul>
<p>Questions: {contact_email}.</p>
$html$);
