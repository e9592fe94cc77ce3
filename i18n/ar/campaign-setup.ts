/** The campaign's form. */
export const messages = {
  'Choose on a map': 'اختر على الخريطة',
  'Map of the United States': 'خريطة الولايات المتحدة',
  'Zoom in': 'تكبير',
  'Zoom out': 'تصغير',
  'Show the whole country': 'عرض البلد كله',
  'Show on the map': 'عرض على الخريطة',
  Radius: 'نصف قطر',
  Area: 'منطقة',
  Center: 'المركز',
  'A ZIP code, or latitude and longitude.': 'رمز بريدي، أو خط العرض وخط الطول.',
  Miles: 'الأميال',
  'From 1 to {most}.': 'من 1 إلى {most}.',
  Corners: 'الزوايا',
  'Latitude and longitude, one corner per line, such as 41.88, -87.63.':
    'خط العرض وخط الطول، زاوية واحدة في كل سطر، مثل 41.88, -87.63.',
  'Remove last corner': 'إزالة الزاوية الأخيرة',
  'Add ZIP codes': 'أضف الرموز البريدية',
  'Click the map to set the center, or enter it above.': 'انقر على الخريطة لتحديد المركز، أو أدخله أعلاه.',
  'Click the map to set at least three corners, or enter them above.':
    'انقر على الخريطة لتحديد ثلاث زوايا على الأقل، أو أدخلها أعلاه.',
  'What people search for': 'ما يبحث عنه الناس',
  'People who search for these become leads.': 'يصبح من يبحث عن هذا عميلًا محتملًا.',
  'One per line. Use quotes for an exact match and a leading hyphen to exclude.':
    'واحدة في كل سطر. استخدم علامات الاقتباس للمطابقة التامة وشرطة في البداية للاستبعاد.',
  'Contextual keywords': 'كلمات مفتاحية سياقية',
  'People who read pages about these topics. A page counts half as much as a search.':
    'من يقرأ صفحات عن هذا. تُحتسب الصفحة نصف بحث.',
  'Searched within': 'بحث خلال',
  '{days, plural, one {# day} other {# days}}':
    '{days, plural, one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
  '{count, plural, one {# time} other {# times}}':
    '{count, plural, one {مرة واحدة} two {مرتان} few {# مرات} many {# مرة} other {# مرة}}',
  '{count, plural, one {# keyword} other {# keywords}}, {negative} of them negative':
    '{count, plural, one {كلمة مفتاحية واحدة} two {كلمتان مفتاحيتان} few {# كلمات مفتاحية} many {# كلمة مفتاحية} other {# كلمة مفتاحية}}، منها {negative} سلبية',
  Notes: 'ملاحظات',
  Topics: 'المواضيع',
  'A topic covers the keywords people use for it.': 'يمثل الموضوع الكلمات المفتاحية التي يستخدمها الناس له.',
  'Search topics': 'ابحث في المواضيع',
  'No topic has this name.': 'لا يوجد موضوع بهذا الاسم.',
  'Negative keywords': 'كلمات مفتاحية سلبية',
  'New searches are matched every hour. People with the most recent and frequent searches come first.':
    'تُطابَق عمليات البحث الجديدة كل ساعة. يأتي أولًا أصحاب أكثر عمليات البحث وأحدثها.',
  'All searches': 'كل عمليات البحث',
  'No searches yet. They appear here after the campaign has started and people search.':
    'لا توجد عمليات بحث بعد. ستظهر هنا بعد بدء الحملة وبحث الناس.',
  'Supply forecast': 'توقّع العدد المتاح',
  'Based on people in the target location and their searches in the past {days} days.':
    'بحسب الأشخاص في أماكن الحملة وعمليات بحثهم خلال آخر {days} يومًا.',
  'Too few': 'قليل جدًا',
  'People with complete records': 'أشخاص بسجلات كاملة',
  'Searching per day': 'من يبحث منهم يوميًا',
  '{people} ({needed} needed)': '{people} (المطلوب {needed})',
  'Add keywords, topics or places, or require fewer types of information, to get more leads.':
    'أضف كلمات مفتاحية أو مواضيع أو أماكن، أو اطلب أنواعًا أقل من المعلومات، للحصول على عملاء محتملين أكثر.',
  'Complete records': 'سجلات كاملة',
  'Only people whose email address, phone number and home address are known and were verified within 90 days become leads.':
    'لا يصبح عميلًا محتملًا إلا من يُعرف بريده الإلكتروني ورقم هاتفه وعنوان منزله وجرى التحقق منها خلال 90 يومًا.',
  'Also known': 'المعروف إضافة إلى ذلك',
  '{count, plural, one {At least # type of information} other {At least # types of information}}':
    '{count, plural, one {نوع واحد من المعلومات على الأقل} two {نوعان من المعلومات على الأقل} few {# أنواع من المعلومات على الأقل} many {# نوعًا من المعلومات على الأقل} other {# نوع من المعلومات على الأقل}}',
  'Sent with each lead': 'يُرسل مع كل عميل محتمل',
  'Send additional information about each person': 'أرسل ما يُعرف أيضًا عن كل شخص',
  'Age, home, income, interests and similar, at the advanced lead price. Visitors without any of these don’t become leads.':
    'العمر والمنزل والدخل والاهتمامات وما شابهها، بسعر العملاء المحتملين المتقدم. لا يصبح عميلًا محتملًا من الزوار من لا يُعرف عنه شيء من ذلك.',
  'Leave blank to send everything known except sensitive information.':
    'اتركه فارغًا لإرسال كل ما هو معروف، باستثناء المعلومات الحساسة.',
  Everything: 'كل شيء',
  '{kind} (sensitive)': '{kind} (حساس)',
  'The limit must be at least {minimum} leads a day.': 'الحد الأدنى هو {minimum} من العملاء المحتملين في اليوم.',
  '{state} – too few people: {persons} of {minimum}': '{state} – عدد الأشخاص قليل جدًا: {persons} من {minimum}',
  'Build Your Campaign': 'أنشئ حملتك',
  'Edit campaign': 'تعديل الحملة',
  'Create campaign': 'إنشاء الحملة',
  'Save campaign': 'حفظ الحملة',
  Basics: 'الأساسيات',
  'The campaign’s name in lists, reports and emails.': 'اسم الحملة في القوائم والتقارير ورسائل البريد.',
  'Campaign name': 'اسم الحملة',
  'Searching…': 'جارٍ البحث…',
  'Nothing has this name.': 'لا شيء بهذا الاسم.',
  'The search failed. Open this list again to retry.': 'فشل البحث. افتح هذه القائمة مرة أخرى لإعادة المحاولة.',
  'The site whose visitors become leads. You get the pixel for it after saving.':
    'الموقع الذي يصبح زواره عملاء محتملين. تحصل على البكسل الخاص به بعد الحفظ.',
  'Site address': 'عنوان الموقع',
  'The page with the pixel, such as your home page.': 'الصفحة التي تحمل البكسل، مثل صفحتك الرئيسية.',
  'The site uses Google Tag Manager': 'يستخدم الموقع Google Tag Manager',
  'You can then add the pixel as a tag, without editing pages.':
    'يمكن حينها إضافة البكسل هناك كعلامة دون تعديل الصفحات.',
  'Hits from these hosts count:': 'تُحتسب الإشارات من هذه النطاقات:',
  Schedule: 'الجدول الزمني',
  'Leads are only captured on these days and hours. Days and limits use this time zone.':
    'لا يصبح أحد عميلًا محتملًا خارج هذه الأيام والساعات. تُحسب الأيام والحدود حسب المنطقة الزمنية.',
  'Start date': 'تاريخ البدء',
  'End date': 'تاريخ الانتهاء',
  'Leave blank to run until you pause it.': 'اتركه فارغًا لتستمر الحملة حتى توقفها.',
  'Time zone': 'المنطقة الزمنية',
  'No time zone has this name.': 'لا توجد منطقة زمنية بهذا الاسم.',
  'Target Location': 'الموقع المستهدف',
  'Only people who live in these places become leads.': 'يصبح المقيمون في هذه الأماكن فقط عملاء محتملين.',
  'National Targeting': 'استهداف وطني',
  'People who live anywhere in the United States.': 'المقيمون في أي مكان في الولايات المتحدة.',
  'People who live in the states you choose.': 'المقيمون في الولايات التي تختارها.',
  'Zip Code': 'الرمز البريدي',
  'People who live in the ZIP codes you list.': 'المقيمون ضمن الرموز البريدية التي تدرجها.',
  States: 'الولايات',
  'Search states': 'ابحث في الولايات',
  'No state has this name.': 'لا توجد ولاية بهذا الاسم.',
  'ZIP codes': 'الرموز البريدية',
  'One per line. Lists pasted from a spreadsheet are cleaned up automatically.':
    'رمز واحد في كل سطر. الصق قائمة من جدول بيانات وسيتم ترتيبها لك.',
  '{count, plural, one {# ZIP code} other {# ZIP codes}}':
    '{count, plural, zero {لا رموز بريدية} one {رمز بريدي واحد} two {رمزان بريديان} few {# رموز بريدية} many {# رمزًا بريديًا} other {# رمز بريدي}}',
  'These ZIP codes do not exist: {list}': 'هذه الرموز البريدية غير موجودة: {list}',
  'Remove them from the list': 'إزالتها من القائمة',
  '{count} repeated': '{count} مكرر',
  '{count} incomplete': '{count} غير مكتمل',
  'Required fields': 'الحقول المطلوبة',
  'People become leads only if all of these are known. The more you require, the fewer leads you get.':
    'يصبح الشخص عميلًا محتملًا فقط إذا كانت كل هذه البيانات معروفة. كلما طلبت أكثر قلّ عدد العملاء المحتملين.',
  'Re-identification': 'إعادة التعرّف',
  'Decides whether a returning lead becomes a new lead.':
    'عندما يعود شخص أصبح عميلًا محتملًا من قبل، يحدد هذا ما إذا كان سيصبح عميلًا محتملًا جديدًا.',
  'Create a new lead': 'يصبح عميلًا محتملًا جديدًا',
  Never: 'أبدًا',
  'After 1 week': 'بعد أسبوع',
  'After 1 month': 'بعد شهر',
  'After 3 months': 'بعد 3 أشهر',
  'After 6 months': 'بعد 6 أشهر',
  'After 1 year': 'بعد سنة',
  'At every visit': 'عند كل زيارة',
  'Each person becomes a lead once. Later visits are added to their timeline and cost nothing.':
    'يصبح كل شخص عميلًا محتملًا مرة واحدة. تُضاف الزيارات اللاحقة إلى سجله الزمني دون تكلفة.',
  'Visits within a week of the lead are added to its timeline and cost nothing. Later ones make a new lead.':
    'تُضاف الزيارات خلال أسبوع إلى السجل الزمني دون تكلفة. الزيارات اللاحقة تنتج عميلًا محتملًا جديدًا.',
  'Visits within a month of the lead are added to its timeline and cost nothing. Later ones make a new lead.':
    'تُضاف الزيارات خلال شهر إلى السجل الزمني دون تكلفة. الزيارات اللاحقة تنتج عميلًا محتملًا جديدًا.',
  'Visits within 3 months of the lead are added to its timeline and cost nothing. Later ones make a new lead.':
    'تُضاف الزيارات خلال 3 أشهر إلى السجل الزمني دون تكلفة. الزيارات اللاحقة تنتج عميلًا محتملًا جديدًا.',
  'Visits within 6 months of the lead are added to its timeline and cost nothing. Later ones make a new lead.':
    'تُضاف الزيارات خلال 6 أشهر إلى السجل الزمني دون تكلفة. الزيارات اللاحقة تنتج عميلًا محتملًا جديدًا.',
  'Visits within a year of the lead are added to its timeline and cost nothing. Later ones make a new lead.':
    'تُضاف الزيارات خلال سنة إلى السجل الزمني دون تكلفة. الزيارات اللاحقة تنتج عميلًا محتملًا جديدًا.',
  'Every visit by a known person creates a new lead, each at full price.':
    'كل زيارة لشخص معروف تنتج عميلًا محتملًا جديدًا، ويُدفع مقابل كل واحد.',
  'Count across all campaigns of the client': 'الاحتساب عبر جميع حملات العميل',
  'A lead from another of this client’s campaigns isn’t charged again here.':
    'الشخص الذي أصبح عميلًا محتملًا في حملة أخرى لهذا العميل لا يُدفع مقابله هنا مرة أخرى.',
  Limit: 'الحد',
  'When the limit or cap is reached, leads stop until the next period.':
    'عند بلوغ الحد لا يصبح أحد غيرهم عميلًا محتملًا حتى الفترة التالية.',
  'Per day': 'في اليوم',
  'Per week': 'في الأسبوع',
  'Per month': 'في الشهر',
  'In total': 'إجمالًا',
  'Maximum leads': 'أقصى عدد من العملاء المحتملين',
  'What one lead costs. Existing leads keep their price.':
    'تكلفة العميل المحتمل الواحد. يحتفظ العملاء المحتملون الحاليون بالسعر الذي أُنشئوا به.',
  'Retail price per lead': 'سعر التجزئة للعميل المحتمل',
  'What the client pays you. Leave blank to follow the client’s price.':
    'ما يدفعه العميل لك. إن تُرك فارغًا كان سعر العميل وتبعه.',
  'Set by your agency.': 'تحدده وكالتك.',
  'The client’s price': 'سعر العميل',
  'Follow the client’s price': 'اتباع سعر العميل',
  'Wholesale price per lead': 'سعر الجملة للعميل المحتمل',
  'What you pay for a lead.': 'ما تدفعه مقابل العميل المحتمل.',
  'You keep {amount} of each lead.': 'تحتفظ بمبلغ {amount} من كل عميل محتمل.',
  'Report recipients': 'مستلمو التقارير',
  'Receive new leads by email.': 'يتلقون العملاء المحتملين الجدد بالبريد الإلكتروني.',
  Frequency: 'التكرار',
  'In the campaign’s time zone.': 'حسب ساعة المنطقة الزمنية للحملة.',
  'With each lead': 'مع كل عميل محتمل',
  'Every hour': 'كل ساعة',
  'Every day at 8:00': 'كل يوم في الساعة 8:00',
  'Every Monday at 8:00': 'كل يوم اثنين في الساعة 8:00',
  'The page shown after an order. Visitors who reach it have converted.':
    'صفحة هذا الموقع التي يراها الناس بعد الطلب. من يصل إليها فقد أتم التحويل.',
  'Questions from your agency about this campaign.': 'ما تود الوكالة معرفته عن هذه الحملة.',
  'Hide phone numbers from the client': 'إخفاء أرقام الهاتف عن العميل',
  'In lists, files, emails and webhooks.': 'في القوائم والملفات والبريد الإلكتروني وخطافات الويب.',
  'Hidden from the client': 'مخفية عن العميل',
  'Notifications to your team': 'إشعارات إلى فريقك',
  'By email, once per limit period; once a day without a limit.':
    'بالبريد الإلكتروني، مرة في كل فترة من فترات الحد، وبلا حد مرة في اليوم.',
  'Notify at': 'إشعار عند بلوغ',
  'Email them after this many leads. Leave blank for no notification.':
    'عند وصول هذا العدد من العملاء المحتملين. اتركه فارغًا إن لم ترد إشعارًا.',
  'Who to notify': 'من يتلقى الإشعار',
  'Everyone who gets notifications': 'كل من يتلقى الإشعارات',
  'Notify when a period has fewer leads than a minimum': 'إشعار عندما تجلب فترة عملاء محتملين أقل من حد أدنى',
  'Minimum leads': 'الحد الأدنى للعملاء المحتملين',
  'Email addresses': 'عناوين البريد الإلكتروني',
  'Up to {most}. Press Enter, comma or space after each address.':
    'حتى {most}. ينتهي كل عنوان بمفتاح الإدخال أو فاصلة أو مسافة.',
  'Discard changes': 'تجاهل التغييرات',
  'Choose the client.': 'اختر العميل.',
  'Enter a name.': 'أدخل اسمًا.',
  'Enter an address that begins with https://': 'أدخل عنوانًا يبدأ بـ https://',
  'Enter a start date.': 'أدخل تاريخ البدء.',
  'The end date is before the start date.': 'تاريخ الانتهاء يسبق تاريخ البدء.',
  'Choose a time zone.': 'اختر منطقة زمنية.',
  'Choose at least one state.': 'اختر ولاية واحدة على الأقل.',
  'A ZIP code has five digits: {wrong}': 'يتكون الرمز البريدي من خمسة أرقام: {wrong}',
  'Enter at least one ZIP code.': 'أدخل رمزًا بريديًا واحدًا على الأقل.',
  'Enter at most {most} ZIP codes.': 'أدخل {most} رمز بريدي كحد أقصى.',
  'Enter a number of leads from 1 to 1,000,000.': 'أدخل عددًا من 1 إلى 1,000,000.',
  '{wrong} isn’t a valid email address.': '{wrong} ليس عنوان بريد إلكتروني.',
  'Enter at most {most} recipients.': 'أدخل {most} مستلمين كحد أقصى.',
  'Add a city': 'إضافة مدينة',
  'Find keywords': 'ابحث عن كلمات مفتاحية',
  'Type three letters, such as roo': 'اكتب ثلاثة أحرف، مثل roo',
  'Type three letters, such as Aus': 'اكتب ثلاثة أحرف، مثل Aus',
  '{city} · {count, plural, one {# ZIP code} other {# ZIP codes}}':
    '{city} · {count, plural, one {رمز بريدي واحد} two {رمزان بريديان} few {# رموز بريدية} many {# رمزًا بريديًا} other {# رمز بريدي}}',
  '*Cost Per Lead Maximum {value}': '*الحد الأقصى لتكلفة العميل المحتمل {value}',
  'The pages where visitors become leads. Visits to other pages and conversions are still counted.':
    'الصفحات التي يصبح زوارها عملاء محتملين. تُحتسب زيارات الصفحات الأخرى، وكذلك التحويلات.',
  'Only these pages': 'هذه الصفحات فقط',
  'Not these pages': 'باستثناء هذه الصفحات',
  'One page per line: a path, or a host and path. Use * as a wildcard. Leave blank for all pages.':
    'صفحة واحدة في كل سطر: مسار، أو نطاق ومسار. النجمة تعني أي شيء. اتركه فارغًا لكل الصفحات.',
  'Same format. These override the pages above.': 'تُكتب بالطريقة نفسها، ولها الأولوية على الصفحات أعلاه.',
  '{wrong} isn’t a valid page. Enter /pricing* or shop.example.com/*, without spaces, ? or **.':
    '{wrong} ليست صفحة. اكتب ‎/pricing*‎ أو ‎shop.example.com/*‎ دون مسافات ودون ? و**.',
  'Enter at most {most} pages.': 'أدخل {most} صفحة كحد أقصى.',
  'Excluded addresses': 'العناوين المستبعدة',
  'Visits from these IP addresses are counted but never become leads, such as your own office.':
    'تُحتسب الزيارات من هذه العناوين ولا يُحفظ منها شيء آخر: من مكتبك أو ممن يبني الموقع.',
  'IP addresses': 'عناوين IP',
  'One address or range per line. The pixel can’t be tested from them.':
    'عنوان أو نطاق واحد في كل سطر. يبدو البكسل الذي يُجرَّب من هناك كأنه غير موجود.',
  '{wrong} isn’t a valid IP address or range, such as 203.0.113.0/24.':
    '{wrong} ليس عنوان IP ولا نطاقًا مثل ‎203.0.113.0/24‎.',
  'Enter at most {most} addresses.': 'أدخل {most} عنوان كحد أقصى.',
}
