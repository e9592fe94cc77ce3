/** `# Group|Arabic`, followed by its topics: name|Arabic|search phrases. */
export const homeAndCar = `
# Home repair|إصلاح المنازل
Roofing|الأسقف|roof repair,roof replacement,roofing contractor
Plumbing|السباكة|plumber,leaking pipe,drain cleaning
Water heaters|سخانات المياه|water heater installation,tankless water heater
Electricians|الكهربائيون|electrician,electrical repair,panel upgrade
Air conditioning|تكييف الهواء|air conditioning repair,ac installation
Heating|التدفئة|furnace repair,heat pump installation
Windows and doors|النوافذ والأبواب|window replacement,door installation
Siding|تكسية الجدران|siding installation,vinyl siding
Gutters|المزاريب|gutter cleaning,gutter guards
Foundation repair|إصلاح الأساسات|foundation repair,basement waterproofing
Insulation|العزل|attic insulation,spray foam insulation
Garage doors|أبواب المرائب|garage door repair,garage door opener
Water damage|أضرار المياه|water damage restoration,flood cleanup
Mold removal|إزالة العفن|mold removal,mold inspection
Pest control|مكافحة الآفات|pest control,termite treatment,exterminator
Handymen|عمال الصيانة|handyman,home repair service
# Home improvement|تحسين المنزل
Kitchen remodeling|تجديد المطابخ|kitchen remodel,kitchen cabinets
Bathroom remodeling|تجديد الحمامات|bathroom remodel,walk-in shower
Flooring|الأرضيات|hardwood flooring,laminate flooring,tile installation
Painting|الدهان|house painter,interior painting
Countertops|أسطح المطابخ|granite countertops,quartz countertops
Solar panels|الألواح الشمسية|solar panels,solar installation
Home batteries|بطاريات المنازل|home battery storage,backup power
Generators|المولدات|home generator,standby generator
Smart homes|المنازل الذكية|smart home installation,smart thermostat
Home security|أمن المنازل|home security system,security cameras
Decks and patios|الشرفات|deck builder,patio installation
Fences|الأسوار|fence installation,fence company
Swimming pools|المسابح|pool builder,pool installation
Home additions|توسعة المنازل|home addition,room addition
Home builders|بناة المنازل|home builder,custom home
Interior design|التصميم الداخلي|interior designer,home staging
# Garden and outdoors|الحديقة والهواء الطلق
Landscaping|تنسيق الحدائق|landscaping company,landscape design
Lawn care|العناية بالعشب|lawn care service,lawn mowing
Tree service|خدمة الأشجار|tree removal,tree trimming
Irrigation|الري|sprinkler system,irrigation repair
Garden supplies|لوازم الحدائق|raised garden beds,garden soil
Outdoor furniture|أثاث الحدائق|patio furniture,outdoor sofa
Grills|الشوايات|gas grill,pellet smoker
Lawn mowers|جزازات العشب|riding lawn mower,robot mower
Sheds|السقائف|storage shed,garden shed
Hot tubs|أحواض المياه الساخنة|hot tub,swim spa
Snow removal|إزالة الثلج|snow removal service,snow blower
Paving|الرصف|driveway paving,concrete contractor
Outdoor lighting|الإضاءة الخارجية|landscape lighting,outdoor lighting
Greenhouses|البيوت الزجاجية|greenhouse kit,hobby greenhouse
Septic systems|أنظمة الصرف|septic pumping,septic installation
Wells|الآبار|well drilling,well pump repair
# Household|لوازم المنزل
Furniture|الأثاث|sofa,dining table,bedroom furniture
Mattresses|المراتب|mattress,memory foam mattress
Kitchen appliances|أجهزة المطبخ|refrigerator,dishwasher,kitchen range
Washers and dryers|الغسالات والمجففات|washing machine,clothes dryer
Appliance repair|إصلاح الأجهزة|appliance repair,refrigerator repair
House cleaning|تنظيف المنازل|house cleaning,maid service
Carpet cleaning|تنظيف السجاد|carpet cleaning,rug cleaning
Window cleaning|تنظيف النوافذ|window cleaning,pressure washing
Moving|نقل الأثاث|moving company,long distance movers
Storage units|وحدات التخزين|storage unit,self storage
Junk removal|إزالة المخلفات|junk removal,dumpster rental
Laundry service|خدمة الغسيل|laundry service,dry cleaning
Curtains and blinds|الستائر|window blinds,custom curtains
Lighting|الإضاءة|ceiling lights,chandelier
Bedding|أغطية الأسرّة|bed sheets,down comforter
Home decor|ديكور المنزل|wall art,area rug
Vacuum cleaners|المكانس الكهربائية|vacuum cleaner,robot vacuum
# Cars|السيارات
New cars|السيارات الجديدة|new car,car dealership
Used cars|السيارات المستعملة|used cars,certified pre-owned
Electric cars|السيارات الكهربائية|electric car,ev lease
Hybrid cars|السيارات الهجينة|hybrid car,plug-in hybrid
Pickup trucks|شاحنات البيك أب|pickup truck,truck deals
Sport utility vehicles|سيارات الدفع الرباعي|suv lease,three row suv
Luxury cars|السيارات الفاخرة|luxury car,luxury suv
Minivans|الحافلات الصغيرة|minivan,family van
Car leasing|تأجير السيارات التمويلي|car lease,lease deals
Car rental|استئجار السيارات|car rental,rent a car
Auto repair|إصلاح السيارات|auto repair,mechanic
Car body repair|سمكرة السيارات|body shop,dent repair
Tires|الإطارات|tires,tire shop
Oil changes|تغيير الزيت|oil change,car service
Brakes|المكابح|brake repair,brake pads
Transmissions|ناقلات الحركة|transmission repair,transmission shop
Windshields|الزجاج الأمامي|windshield replacement,auto glass
Car washes|غسيل السيارات|car wash,auto detailing
Car parts|قطع السيارات|car parts,auto parts
Car audio|أنظمة صوت السيارات|car stereo,car audio
Charging stations|محطات الشحن|ev charger installation,home ev charger
Towing|سحب السيارات|towing service,roadside assistance
Selling a car|بيع السيارات|sell my car,car trade in
Driving schools|مدارس القيادة|driving school,driving lessons
# Motorcycles, boats and campers|الدراجات والقوارب والمقطورات
Motorcycles|الدراجات النارية|motorcycle,touring motorcycle
Scooters|السكوترات|electric scooter,moped
Off-road vehicles|مركبات الطرق الوعرة|atv,side by side utv
Campers|عربات التخييم|rv dealer,camper van
Travel trailers|المقطورات|travel trailer,fifth wheel
Boats|القوارب|boat dealer,fishing boat
Jet skis|الدراجات المائية|jet ski,personal watercraft
Trailers|مقطورات البضائع|utility trailer,cargo trailer
Boat storage|تخزين القوارب|boat storage,marina slip
Bicycles|الدراجات الهوائية|road bike,mountain bike
Electric bicycles|الدراجات الكهربائية|electric bike,ebike
Golf carts|عربات الغولف|golf cart,golf cart dealer
`
