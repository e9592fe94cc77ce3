/** `# Group|Arabic`, followed by its topics: name|Arabic|search phrases. */
export const lifeAndLeisure = `
# Education|التعليم
Online degrees|الشهادات عبر الإنترنت|online degree,online college
Business school|كليات الأعمال|mba program,business school
Graduate school|الدراسات العليا|masters program,graduate school
Coding courses|دورات البرمجة|coding bootcamp,learn python
Language courses|دورات اللغات|learn spanish,language course
Trade schools|المدارس المهنية|trade school,vocational school
Professional certificates|الشهادات المهنية|project management certification,professional certificate
Real estate licenses|تراخيص العقارات|real estate license course,real estate exam
Music lessons|دروس الموسيقى|piano lessons,guitar lessons
Art classes|دروس الفن|pottery class,painting class
Cooking classes|دروس الطبخ|cooking class,baking class
Dance classes|دروس الرقص|dance lessons,salsa class
Test preparation|التحضير للاختبارات|gmat prep,gre prep
Flight schools|مدارس الطيران|flight school,pilot training
Public speaking|فن الخطابة|public speaking course,presentation training
Photography courses|دورات التصوير|photography class,photography course
# Travel|السفر
Flights|رحلات الطيران|cheap flights,airline tickets
Hotels|الفنادق|hotel deals,hotel booking
Cruises|الرحلات البحرية|cruise deals,caribbean cruise
All-inclusive resorts|المنتجعات الشاملة|all inclusive resort,beach resort
Vacation rentals|تأجير العطلات|vacation rental,cabin rental
Ski trips|رحلات التزلج|ski resort,ski package
Theme parks|مدن الملاهي|theme park tickets,amusement park
City breaks|رحلات المدن|weekend getaway,city break
Europe|أوروبا|europe vacation,europe tour
Hawaii|هاواي|hawaii vacation,hawaii hotels
Mexico|المكسيك|mexico vacation,cancun resort
Guided tours|الجولات السياحية|guided tour,tour package
Camping|التخييم|campground,camping reservations
Road trips|الرحلات البرية|road trip,scenic drive
Honeymoons|شهر العسل|honeymoon package,honeymoon resort
Luggage|الأمتعة|carry on luggage,suitcase
Passports|جوازات السفر|passport renewal,passport application
Airport parking|مواقف المطارات|airport parking,airport shuttle
# Food and drink|الطعام والشراب
Restaurants|المطاعم|restaurants near me,dinner reservation
Pizza|البيتزا|pizza delivery,best pizza
Coffee|القهوة|coffee beans,espresso machine
Meal kits|وجبات جاهزة التحضير|meal kit delivery,meal prep service
Grocery delivery|توصيل البقالة|grocery delivery,online groceries
Catering|تقديم الطعام|catering service,corporate catering
Bakeries|المخابز|bakery,custom cakes
Recipes|الوصفات|dinner recipes,easy recipes
Barbecue|الشواء|barbecue restaurant,smoked brisket
Seafood|المأكولات البحرية|seafood restaurant,fresh seafood
Vegetarian food|الطعام النباتي|vegetarian recipes,plant based food
Tea|الشاي|loose leaf tea,green tea
Chocolate|الشوكولاتة|chocolate gifts,gourmet chocolate
Food trucks|عربات الطعام|food truck,food truck catering
# Fashion and beauty|الأزياء والجمال
Womens clothing|ملابس النساء|womens dresses,womens jackets
Mens clothing|ملابس الرجال|mens suits,mens shirts
Shoes|الأحذية|running shoes,leather boots
Handbags|حقائب اليد|designer handbag,leather bag
Jewelry|المجوهرات|engagement ring,diamond necklace
Watches|الساعات|luxury watch,smartwatch
Sunglasses|النظارات الشمسية|sunglasses,polarized sunglasses
Skin care|العناية بالبشرة|skin care products,face moisturizer
Makeup|مستحضرات التجميل|makeup kit,foundation makeup
Perfume|العطور|perfume,cologne
Hair salons|صالونات الشعر|hair salon,haircut
Barbers|الحلاقون|barber shop,mens haircut
Nail salons|صالونات الأظافر|nail salon,manicure
Day spas|المنتجعات الصحية|day spa,massage gift card
Tailors|الخياطون|tailor,suit alterations
# Weddings and events|الأعراس والمناسبات
Wedding venues|قاعات الأعراس|wedding venue,barn wedding
Wedding photographers|مصورو الأعراس|wedding photographer,engagement photos
Wedding dresses|فساتين الزفاف|wedding dress,bridal shop
Wedding planners|منظمو الأعراس|wedding planner,wedding coordinator
Florists|بائعو الزهور|florist,flower delivery
Party rentals|تأجير لوازم الحفلات|party rental,tent rental
Event planners|منظمو المناسبات|event planner,corporate event planner
Bands and disc jockeys|الفرق ومنسقو الموسيقى|wedding dj,live band
Invitations|الدعوات|wedding invitations,custom invitations
Limousines|سيارات الليموزين|limo service,party bus
Conferences|المؤتمرات|conference venue,meeting space
Concert tickets|تذاكر الحفلات|concert tickets,festival tickets
# Sports and fitness|الرياضة واللياقة
Gyms|صالات الرياضة|gym membership,fitness club
Personal trainers|المدربون الشخصيون|personal trainer,online fitness coach
Yoga|اليوغا|yoga class,yoga studio
Running|الجري|marathon training,running club
Cycling|ركوب الدراجات|cycling class,bike repair
Golf|الغولف|golf clubs,tee times
Tennis|التنس|tennis lessons,tennis racket
Pickleball|البيكلبول|pickleball paddle,pickleball court
Swimming|السباحة|swim lessons,lap pool
Martial arts|فنون القتال|martial arts class,karate school
Skiing|التزلج|ski equipment,snowboard
Fishing|صيد السمك|fishing rod,fishing charter
Hiking|المشي في الطبيعة|hiking boots,hiking trails
Home gyms|صالات منزلية|treadmill,exercise bike
Soccer|كرة القدم|soccer cleats,adult soccer league
Baseball|البيسبول|baseball tickets,baseball glove
Basketball|كرة السلة|basketball tickets,basketball hoop
American football|كرة القدم الأمريكية|football tickets,football jersey
# Hobbies|الهوايات
Photography|التصوير|mirrorless camera,camera lens
Musical instruments|الآلات الموسيقية|acoustic guitar,digital piano
Woodworking|النجارة|table saw,woodworking tools
Sewing|الخياطة|sewing machine,quilting fabric
Knitting|الحياكة|knitting yarn,crochet patterns
Painting supplies|لوازم الرسم|acrylic paint set,easel
Board games|ألعاب الطاولة|board games,card games
Video games|ألعاب الفيديو|gaming console,video games
Model building|بناء المجسمات|model train,model kit
Collecting|جمع المقتنيات|coin collecting,trading cards
Gardening|البستنة|vegetable garden,flower seeds
Birdwatching|مراقبة الطيور|binoculars,bird feeder
Astronomy|الفلك|telescope,star chart
Drones|الطائرات المسيّرة|camera drone,drone license
Books|الكتب|best books,audiobooks
Antiques|التحف|antique shop,antique appraisal
Genealogy|علم الأنساب|family tree research,genealogy records
# Pets|الحيوانات الأليفة
Dogs|الكلاب|dog breeder,adopt a dog
Cats|القطط|adopt a cat,cat breeder
Dog training|تدريب الكلاب|dog training,puppy classes
Dog boarding|إيواء الكلاب|dog boarding,doggy daycare
Pet grooming|تزيين الحيوانات|dog grooming,mobile groomer
Pet food|طعام الحيوانات|dog food,cat food
Pet supplies|لوازم الحيوانات|dog crate,cat litter
Veterinarians|الأطباء البيطريون|veterinarian,emergency vet
Dog walking|تمشية الكلاب|dog walker,pet sitter
Aquariums|أحواض السمك|fish tank,aquarium supplies
Horses|الخيول|horse boarding,riding lessons
Birds|الطيور|parrot,bird cage
# Technology|التقنية
Laptops|الحواسيب المحمولة|laptop,gaming laptop
Desktop computers|الحواسيب المكتبية|desktop computer,computer monitor
Tablets|الأجهزة اللوحية|tablet,drawing tablet
Smartphones|الهواتف الذكية|smartphone,phone deals
Phone plans|باقات الهاتف|cell phone plan,unlimited data plan
Home internet|إنترنت المنزل|internet provider,fiber internet
Televisions|أجهزة التلفاز|oled tv,smart tv
Streaming|البث|streaming service,live tv streaming
Headphones|سماعات الرأس|noise canceling headphones,wireless earbuds
Speakers|مكبرات الصوت|home theater,bluetooth speaker
Printers|الطابعات|laser printer,photo printer
Computer repair|إصلاح الحواسيب|computer repair,laptop screen repair
Phone repair|إصلاح الهواتف|phone screen repair,phone repair shop
Data recovery|استعادة البيانات|data recovery,hard drive recovery
Cyber security|الأمن السيبراني|antivirus software,vpn service
Cloud storage|التخزين السحابي|cloud storage,online backup
Business software|برامج الأعمال|crm software,project management software
IT support|الدعم التقني|managed it services,it support company
Web hosting|استضافة المواقع|web hosting,domain name
Point of sale systems|أنظمة نقاط البيع|pos system,credit card terminal
Wearables|الأجهزة القابلة للارتداء|fitness tracker,smart ring
Three-dimensional printing|الطباعة ثلاثية الأبعاد|3d printer,3d printing service
# Energy and utilities|الطاقة والمرافق
Electricity plans|باقات الكهرباء|electricity rates,power company
Natural gas|الغاز الطبيعي|natural gas provider,gas rates
Propane|البروبان|propane delivery,propane tank
Heating oil|زيت التدفئة|heating oil delivery,heating oil prices
Firewood|الحطب|firewood delivery,wood stove
Energy audits|تدقيق الطاقة|home energy audit,energy rebates
Water treatment|معالجة المياه|water softener,water filtration
Trash service|جمع النفايات|trash pickup,recycling service
# Industry and farming|الصناعة والزراعة
Tractors|الجرارات|tractor,compact tractor
Heavy equipment|المعدات الثقيلة|excavator rental,skid steer
Forklifts|الرافعات الشوكية|forklift,forklift rental
Farm supplies|لوازم المزارع|farm supply,livestock feed
Seeds and fertilizer|البذور والأسمدة|seed corn,fertilizer supplier
Welding|اللحام|welder,welding supplies
Machining|التشغيل الآلي|cnc machining,machine shop
Metal buildings|المباني المعدنية|metal building,pole barn
Packaging|التغليف|custom packaging,shipping boxes
Safety equipment|معدات السلامة|safety boots,hard hat
Commercial kitchens|المطابخ التجارية|commercial kitchen equipment,restaurant supply
Commercial vehicles|المركبات التجارية|box truck,cargo van
# Gifts and shopping|الهدايا والتسوق
Gift baskets|سلال الهدايا|gift basket,corporate gifts
Gift cards|بطاقات الهدايا|gift card,digital gift card
Flowers|الزهور|roses delivery,flower bouquet
Personalized gifts|الهدايا الشخصية|personalized gifts,engraved gifts
Coupons|القسائم|coupon codes,discount codes
Warehouse clubs|نوادي التسوق|warehouse club membership,bulk groceries
Second-hand goods|السلع المستعملة|thrift store,used furniture
Auctions|المزادات|online auction,estate sale
Christmas decorations|زينة الأعياد|christmas lights,artificial tree
Frames|الإطارات|picture frames,custom framing
`
