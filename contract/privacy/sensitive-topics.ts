/**
 * What nobody is targeted by: it reveals health, religion, politics, sexuality, origin, money trouble or a precise place, or that
 * somebody is a minor. `# Group|Arabic`, followed by topics: name|Arabic|words of searches|words of pages|hosts.
 *
 * A search with all words of a phrase is never stored as a signal, and no campaign may ask for it. A page whose host or path has a
 * phrase of pages is only counted, as is a page of one of the hosts. Pages have fewer words, since a shop may sell "Sex and the
 * City": add one only if no page without the topic has it. Agencies can exclude more pages and keywords, never fewer.
 */
export const sensitiveTopics = `
# Health|الصحة
Cancer|السرطان|cancer,chemotherapy,tumor|cancer,chemotherapy,oncology
Diabetes|السكري|diabetes,diabetic,insulin|diabetes,diabetic
Heart disease|أمراض القلب|heart disease,heart attack|heart disease,cardiology
Mental health|الصحة النفسية|depression,anxiety disorder,bipolar,therapist,psychiatrist|mental health,depression,anxiety,bipolar,psychiatry,psychiatrist
Addiction|الإدمان|addiction,rehab,alcoholism,opioid|addiction,rehab,alcoholism,opioid,detox|aa.org
Infections|الأمراض المعدية|hiv,hepatitis,herpes|hiv,hepatitis,herpes,std test,std testing
Pregnancy and fertility|الحمل والخصوبة|pregnancy,pregnant,fertility,ivf,miscarriage|pregnancy,fertility,ivf,miscarriage
Abortion|الإجهاض|abortion|abortion|plannedparenthood.org
Disabilities|الإعاقات|disability,wheelchair,autism|disability,autism
Medicines|الأدوية|prescription,medication,antidepressant|medication,antidepressant
Weight loss|إنقاص الوزن|weight loss,obesity,bariatric|bariatric,obesity
Dementia|الخرف|dementia,alzheimer|dementia,alzheimer
Health insurance|التأمين الصحي|health insurance,medicare,medicaid|medicare,medicaid
# Religion|الدين
Christianity|المسيحية|christian,church,bible,catholic|church,bible,catholic
Islam|الإسلام|muslim,mosque,islam,quran|mosque,quran
Judaism|اليهودية|jewish,synagogue,kosher|synagogue
Other faiths|ديانات أخرى|hindu,buddhist,sikh,atheist|hindu temple,gurdwara
# Politics|السياسة
Parties|الأحزاب|republican,democrat,political party
Elections|الانتخابات|vote,election,ballot,candidate
Political causes|القضايا السياسية|gun control,protest,union membership
# Sexuality|الميول والحياة الجنسية
Sexual orientation|الميول الجنسية|gay,lesbian,bisexual,lgbt|gay,lesbian,bisexual,lgbt,lgbtq
Gender identity|الهوية الجندرية|transgender,gender transition|transgender,gender transition
Adult content|محتوى البالغين|porn,escort,sex|porn,escort service,sex toy|pornhub.com
# Ethnic origin|الأصل العرقي
Ethnic groups|المجموعات العرقية|african american,hispanic,latino,asian american,native american
Immigration|الهجرة|immigration,green card,asylum,deportation,undocumented
# Minors|القاصرون
Children and teenagers|الأطفال والمراهقون|teen,teenager,kids games,child,children,minors|for kids,kids game,kids club,kids zone,teen,teenager
# Legal trouble|المشكلات القانونية
Criminal defense|الدفاع الجنائي|criminal defense,dui,arrest,bail
Bankruptcy and debt|الإفلاس والديون|bankruptcy,debt relief,foreclosure,payday loan|bankruptcy,debt relief,foreclosure,payday loan,eviction
Divorce|الطلاق|divorce,custody,domestic violence|domestic violence
# Precise places|الأماكن الدقيقة
Shelters and clinics|الملاجئ والعيادات|womens shelter,homeless shelter,methadone clinic,detention center|womens shelter,homeless shelter,methadone clinic,detention center
`
