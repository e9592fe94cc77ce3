/** `# Group|Arabic`, followed by its topics: name|Arabic|search phrases. */
export const moneyAndWork = `
# Real estate|العقارات
Homes for sale|منازل للبيع|homes for sale,houses for sale
Selling a home|بيع المنازل|sell my house,home value estimate
Apartments for rent|شقق للإيجار|apartments for rent,studio apartment
Houses for rent|منازل للإيجار|houses for rent,rental homes
Condominiums|الشقق السكنية|condos for sale,condo listings
Real estate agents|وكلاء العقارات|real estate agent,realtor
Land|الأراضي|land for sale,acreage for sale
Vacation homes|منازل العطلات|vacation home for sale,beach house for sale
Commercial property|العقارات التجارية|commercial real estate,retail space
Office space|المساحات المكتبية|office space,coworking space
Property management|إدارة الأملاك|property management company,rental manager
Home inspection|فحص المنازل|home inspection,home inspector
Home appraisal|تثمين المنازل|home appraisal,property appraiser
New construction|البناء الجديد|new construction homes,new home community
Manufactured homes|المنازل الجاهزة|manufactured homes,mobile home dealer
Investment property|عقارات الاستثمار|rental property investment,investment property
# Loans and mortgages|القروض والرهون
Mortgages|الرهن العقاري|mortgage rates,home loan
Refinancing|إعادة التمويل|mortgage refinance,refinance rates
Home equity|قروض قيمة المنزل|home equity loan,heloc
First-time buyers|المشترون لأول مرة|first time home buyer,down payment assistance
Personal loans|القروض الشخصية|personal loan,loan rates
Auto loans|قروض السيارات|auto loan,car financing
Business loans|قروض الأعمال|small business loan,business line of credit
Student loans|قروض الطلاب|student loan refinance,student loan
Credit cards|بطاقات الائتمان|credit card,balance transfer card
Construction loans|قروض البناء|construction loan,land loan
Equipment financing|تمويل المعدات|equipment financing,equipment lease
Reverse mortgages|الرهن العكسي|reverse mortgage,reverse mortgage lender
Boat and camper loans|قروض القوارب والمقطورات|boat loan,rv loan
Bridge loans|القروض المرحلية|bridge loan,hard money loan
# Saving and investing|الادخار والاستثمار
Bank accounts|الحسابات المصرفية|checking account,online bank
Savings accounts|حسابات التوفير|high yield savings,savings account
Certificates of deposit|شهادات الإيداع|cd rates,certificate of deposit
Financial advisers|المستشارون الماليون|financial advisor,wealth management
Retirement planning|التخطيط للتقاعد|retirement planning,retirement calculator
Retirement accounts|حسابات التقاعد|roth ira,401k rollover
Stocks|الأسهم|stock trading app,brokerage account
Index funds|صناديق المؤشرات|index funds,etf investing
Bonds|السندات|municipal bonds,treasury bonds
Annuities|المعاشات السنوية|annuity rates,fixed annuity
Gold and silver|الذهب والفضة|buy gold,silver coins
Digital currency|العملات الرقمية|buy bitcoin,crypto exchange
College savings|الادخار للجامعة|529 plan,college savings
Estate planning|تخطيط التركات|estate planning,living trust
# Insurance|التأمين
Car insurance|تأمين السيارات|car insurance,auto insurance quote
Home insurance|تأمين المنازل|home insurance,homeowners insurance
Renters insurance|تأمين المستأجرين|renters insurance,renters policy
Term life insurance|التأمين على الحياة|term life insurance,life insurance quote
Motorcycle insurance|تأمين الدراجات النارية|motorcycle insurance,bike insurance
Boat insurance|تأمين القوارب|boat insurance,watercraft insurance
Flood insurance|تأمين الفيضانات|flood insurance,flood policy
Business insurance|تأمين الأعمال|business insurance,general liability insurance
Commercial vehicle insurance|تأمين المركبات التجارية|commercial auto insurance,fleet insurance
Workers compensation|تعويض العمال|workers compensation insurance,workers comp quote
Pet insurance|تأمين الحيوانات الأليفة|pet insurance,dog insurance
Travel insurance|تأمين السفر|travel insurance,trip insurance
Umbrella insurance|التأمين الشامل|umbrella insurance,umbrella policy
Home warranties|ضمانات المنازل|home warranty,appliance warranty
Wedding insurance|تأمين الأعراس|wedding insurance,event insurance
# Taxes and accounting|الضرائب والمحاسبة
Tax preparation|إعداد الضرائب|tax preparation,tax software
Accountants|المحاسبون|accountant,cpa near me
Bookkeeping|مسك الدفاتر|bookkeeping service,bookkeeper
Payroll|الرواتب|payroll service,payroll software
Business formation|تأسيس الشركات|start an llc,business registration
Sales tax|ضريبة المبيعات|sales tax software,sales tax filing
Accounting software|برامج المحاسبة|accounting software,invoicing software
Audits|التدقيق|audit firm,financial audit
Invoicing|الفوترة|invoice template,online invoicing
Expense tracking|تتبع النفقات|expense tracking app,expense report software
# Legal services|الخدمات القانونية
Real estate lawyers|محامو العقارات|real estate attorney,closing attorney
Business lawyers|محامو الأعمال|business attorney,contract lawyer
Estate lawyers|محامو التركات|estate attorney,will lawyer
Traffic tickets|مخالفات المرور|traffic ticket lawyer,speeding ticket attorney
Patents|براءات الاختراع|patent attorney,patent search
Trademarks|العلامات التجارية|trademark registration,trademark lawyer
Notaries|كتاب العدل|notary,mobile notary
Employment contracts|عقود العمل|employment lawyer,employment contract review
Landlord and tenant law|قانون الإيجار|eviction lawyer,tenant lawyer
Mediation|الوساطة|mediation service,mediator
Construction law|قانون البناء|construction lawyer,mechanics lien
Consumer protection|حماية المستهلك|lemon law attorney,consumer rights lawyer
# Business services|خدمات الأعمال
Web design|تصميم المواقع|web design company,website builder
Search marketing|التسويق عبر البحث|seo agency,google ads agency
Social media marketing|التسويق عبر التواصل|social media agency,social media manager
Email marketing|التسويق بالبريد|email marketing software,email campaign
Branding|الهوية التجارية|logo design,branding agency
Printing|الطباعة|business cards,print shop
Signs|اللافتات|custom signs,sign company
Promotional products|الهدايا الترويجية|promotional products,branded merchandise
Video production|إنتاج الفيديو|video production company,corporate video
Call centers|مراكز الاتصال|call center service,answering service
Business phones|هواتف الأعمال|business phone system,voip provider
Office cleaning|تنظيف المكاتب|office cleaning,commercial cleaning
Commercial roofing|أسقف المباني التجارية|commercial roofing,flat roof repair
Security guards|حراس الأمن|security guard company,security patrol
Shipping|الشحن|shipping company,freight quote
Warehousing|التخزين التجاري|warehouse space,fulfillment center
Translation|الترجمة|translation service,certified translation
Business consulting|استشارات الأعمال|business consultant,management consulting
Franchises|الامتيازات|franchise opportunities,buy a franchise
Business brokers|وسطاء الأعمال|business for sale,business broker
# Jobs and careers|الوظائف والمهن
Job search|البحث عن عمل|job openings,jobs near me
Remote jobs|وظائف عن بعد|remote jobs,work from home jobs
Resumes|السيرة الذاتية|resume writing,resume template
Career coaching|التوجيه المهني|career coach,interview coaching
Staffing agencies|وكالات التوظيف|staffing agency,recruiting firm
Truck driving|قيادة الشاحنات|cdl training,truck driving jobs
Trades|الحرف|apprenticeship,electrician training
Nursing jobs|وظائف التمريض|nursing jobs,travel nurse
Technology jobs|وظائف التقنية|software engineer jobs,it jobs
Sales jobs|وظائف المبيعات|sales jobs,account executive jobs
Freelancing|العمل الحر|freelance jobs,freelance platform
Internships|التدريب|summer internship,paid internship
`
