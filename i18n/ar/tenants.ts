/** Lists and detail pages of agencies and clients. */
export const messages = {
  'Only clients of this group are shown:': 'يظهر عملاء هذه المجموعة فقط:',
  'Show all clients': 'عرض كل العملاء',
  'Select an agency to see its clients.': 'افتح وكالة لعرض عملائها.',
  'Search agencies': 'ابحث في الوكالات',
  'No agencies yet': 'لا توجد وكالات بعد',
  Agency: 'الوكالة',
  Clients: 'العملاء',
  'Search clients': 'ابحث في العملاء',
  'Open a client to see its campaigns and leads.': 'افتح عميلًا لعرض حملاته وعملائه المحتملين.',
  'No clients yet': 'لا يوجد عملاء بعد',
  'Payment Failed': 'فشل الدفع',
  'Of this client': 'الخاص بهذا العميل',
  'With active campaigns': 'لديهم حملات نشطة',
  'Without active campaigns': 'بلا حملات نشطة',
  'Active campaigns': 'الحملات النشطة',
  '{active} of {all}': '{active} من {all}',
  'Client groups': 'مجموعات العملاء',
  'Use the profile menu to filter every list to one group.':
    'تقصر قائمة الملف الشخصي كل قائمة على عملاء مجموعة واحدة وحملاتهم.',
  'No groups yet': 'لا توجد مجموعات بعد',
  'Name your first group above, then add clients to it.': 'سمِّ الأولى أعلاه، ثم أضف إليها العملاء.',
  'Name of the group': 'اسم المجموعة',
  'Name of the new group': 'اسم المجموعة الجديدة',
  'Add group': 'إضافة مجموعة',
  'Rename {name}': 'إعادة تسمية {name}',
  'Remove {name}?': 'إزالة {name}؟',
  'Remove group': 'إزالة المجموعة',
  '{count, plural, =0 {no clients} one {# client} other {# clients}}':
    '{count, plural, =0 {بلا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}',
  '{count, plural, =0 {It has no clients.} one {Its client and campaigns are kept, without a group.} other {Its # clients and their campaigns are kept, without a group.}}':
    '{count, plural, =0 {لا يوجد فيها أي عميل.} one {يبقى عميلها مع حملاته دون مجموعة.} two {يبقى عميلاها مع حملاتهما دون مجموعة.} few {يبقى عملاؤها الـ# مع حملاتهم دون مجموعة.} many {يبقى عملاؤها الـ# مع حملاتهم دون مجموعة.} other {يبقى عملاؤها الـ# مع حملاتهم دون مجموعة.}}',
  'Remove {name} from the group': 'إخراج {name} من المجموعة',
  '{count, plural, one {# more client} other {# more clients}}: choose the group in the profile menu.':
    '{count, plural, one {عميل آخر} two {عميلان آخران} few {# عملاء آخرين} many {# عميلًا آخر} other {# عميل آخر}}: اختر المجموعة في قائمة الملف الشخصي.',
  'Add a client to {name}': 'إضافة عميل إلى {name}',
  'Add a client…': 'أضف عميلًا…',

  // Texts that only the server uses.
  'A group with this name already exists.': 'توجد مجموعة بهذا الاسم بالفعل.',
  'There can be at most 200 groups. Remove one first.': 'يمكن أن توجد 200 مجموعة على الأكثر. أزل واحدة أولًا.',
}
