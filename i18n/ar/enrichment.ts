/** Uploaded lists, enriched with what is known about the people on them. */
export const messages = {
  'Enriched lists': 'القوائم المُثراة',
  'Enriched list': 'قائمة مُثراة',
  'Enrich a list': 'إثراء قائمة',
  'Enrich leads': 'إثراء العملاء المحتملين',
  'Add data to your own lists or to a campaign’s leads.':
    'أضف ما نعرفه إلى أشخاص تعرفهم: في قائمة لك، أو إلى العملاء المحتملين لحملة.',
  'Upload a list': 'رفع قائمة',
  'A CSV file of up to 10,000 people with a column of email addresses, their MD5, SHA-1 or SHA-256 hashes, or phone numbers. You see the matches and price before you pay; unmatched people are free.':
    'ملف CSV يضم حتى 10,000 شخص، وفيه عمود لعناوين البريد الإلكتروني أو لبصماتها MD5 أو SHA-1 أو SHA-256 أو لأرقام الهواتف. ترى ما عُثر عليه وسعره قبل أن تدفع، ومن لا نجدهم لا تدفع عنهم شيئًا.',
  'Match your columns': 'طابِق أعمدتك',
  'One column must contain email addresses, hashes or phone numbers. Your choices are remembered for lists with the same headings.':
    'يجب أن يحوي أحدها عناوين بريد إلكتروني أو بصماتها أو أرقام هواتف. ويُحفظ ما تختاره للقائمة القادمة التي لها هذه العناوين.',
  'What “{name}” contains': 'ما يحويه «{name}»',
  'Not used': 'غير مستخدم',
  Matching: 'تجري المطابقة',
  Purchased: 'تم شراؤها',
  'Ready to purchase': 'جاهزة للشراء',
  'No matches': 'لا تطابقات',
  'Buy the matches for {name}?': 'شراء ما عُثر عليه لـ {name}؟',
  'Buy for {total}': 'الشراء مقابل {total}',
  'Each person is charged once, even if listed several times. Unmatched rows are free.':
    'يُدفع عن كل شخص مرة واحدة مهما تكرر في القائمة. صفوف من لم نجدهم مجانية.',
  'Additional information is added to the leads. Leads with nothing to add are free.':
    'يُضاف ما يُعرف غير ذلك إلى العملاء المحتملين. ومن لا يُعرف عنهم أكثر لا تدفع عنهم شيئًا.',
  'Rows matched': 'الصفوف المطابقة',
  'Price per person': 'السعر للشخص',
  'No lists yet': 'لا قوائم بعد',
  'Upload a list, or choose “Enrich leads” on the page of a campaign.':
    'ارفع قائمة، أو اختر «إثراء العملاء المحتملين» في صفحة حملة.',
  'See price': 'عرض السعر',
  'Uploaded list': 'قائمة مرفوعة',
  'Leads of a campaign': 'العملاء المحتملون لحملة',
  '{matched} of {total}': '{matched} من {total}',
  Rows: 'الصفوف',

  // Of the server and the contract.
  'Your list is being matched. You pay nothing until you accept its price.':
    'تجري مطابقة قائمتك. لا يُدفع شيء قبل أن تقبل سعرها.',
  'Your list is ready to download.': 'قائمتك جاهزة للتنزيل.',
  'Insufficient funds: a payment failed, or the prepaid balance is too low.':
    'لا توجد أموال كافية لهذا: فشلت دفعة، أو الرصيد المدفوع مسبقًا منخفض جدًا.',
  'This list is still being matched.': 'ما زالت مطابقة هذه القائمة جارية.',
  'The rows of this list were removed. Upload it again.': 'أُزيلت صفوف هذه القائمة. ارفعها من جديد.',
  'No one on this list was found.': 'لم يُعثر على أحد في هذه القائمة.',
  'Accept the price of this list first.': 'اقبل سعر هذه القائمة أولًا.',
  'The rows of this list were removed after 30 days.': 'أُزيلت صفوف هذه القائمة بعد 30 يومًا.',
  'The leads of this campaign are being matched already.': 'تجري مطابقة العملاء المحتملين لهذه الحملة بالفعل.',
  'This campaign’s leads are already complete.': 'لا عملاء محتملين في هذه الحملة ينقصهم شيء.',
  'Enriched list purchased': 'اشتُريت قائمة مُثراة',
  'List uploaded for enrichment': 'رُفعت قائمة للإثراء',
  'Leads of a campaign matched for enrichment': 'طُوبق العملاء المحتملون لحملة من أجل الإثراء',
  'The file has more than 10,000 rows.': 'في الملف أكثر من 10,000 صف.',
  'The file has no people below its column names.': 'لا أحد في الملف أسفل أسماء أعمدته.',
  'The file has more than 100 columns.': 'في الملف أكثر من 100 عمود.',
  'No column is named email, md5, sha1, sha256 or phone: no one can be matched.':
    'لا عمود باسم email أو md5 أو sha1 أو sha256 أو phone: لا يمكن العثور على أحد.',
  'Choose a column with email addresses, their hashes or phone numbers.':
    'اختر عمودًا يحوي عناوين بريد إلكتروني أو بصماتها أو أرقام هواتف.',
  'Another column already has this.': 'يحوي عمود آخر هذا بالفعل.',
  'This column has no email addresses.': 'لا يحوي هذا العمود أي عنوان بريد إلكتروني.',
  'This column has no MD5 hashes.': 'لا يحوي هذا العمود أي بصمة MD5.',
  'This column has no SHA-1 hashes.': 'لا يحوي هذا العمود أي بصمة SHA-1.',
  'This column has no SHA-256 hashes.': 'لا يحوي هذا العمود أي بصمة SHA-256.',
  'This column has no phone numbers.': 'لا يحوي هذا العمود أي رقم هاتف.',
  '{count, plural, one {# value could not be read} other {# values could not be read}}':
    '{count, plural, zero {لم تتعذر قراءة أي قيمة} one {تعذرت قراءة قيمة واحدة} two {تعذرت قراءة قيمتين} few {تعذرت قراءة # قيم} many {تعذرت قراءة # قيمة} other {تعذرت قراءة # قيمة}}',
  '{amount} of it for enriched lists': 'منها {amount} لقوائم مُثراة',
  'The file has no such column.': 'لا يوجد هذا العمود في الملف.',
}
