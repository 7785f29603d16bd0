// A `finally` that is left in more ways than a byte can number.
// expect: bug assertion @192
var n = sheaf.integer('n', 250, 259), r = -1;
l0: { l1: { l2: { l3: { l4: { l5: { l6: { l7: { l8: { l9: { l10: { l11: { l12: { l13: { l14: {
l15: { l16: { l17: { l18: { l19: { l20: { l21: { l22: { l23: { l24: { l25: { l26: { l27: { l28: {
l29: { l30: { l31: { l32: { l33: { l34: { l35: { l36: { l37: { l38: { l39: { l40: { l41: { l42: {
l43: { l44: { l45: { l46: { l47: { l48: { l49: { l50: { l51: { l52: { l53: { l54: { l55: { l56: {
l57: { l58: { l59: { l60: { l61: { l62: { l63: { l64: { l65: { l66: { l67: { l68: { l69: { l70: {
l71: { l72: { l73: { l74: { l75: { l76: { l77: { l78: { l79: { l80: { l81: { l82: { l83: { l84: {
l85: { l86: { l87: { l88: { l89: { l90: { l91: { l92: { l93: { l94: { l95: { l96: { l97: { l98: {
l99: { l100: { l101: { l102: { l103: { l104: { l105: { l106: { l107: { l108: { l109: { l110: {
l111: { l112: { l113: { l114: { l115: { l116: { l117: { l118: { l119: { l120: { l121: { l122: {
l123: { l124: { l125: { l126: { l127: { l128: { l129: { l130: { l131: { l132: { l133: { l134: {
l135: { l136: { l137: { l138: { l139: { l140: { l141: { l142: { l143: { l144: { l145: { l146: {
l147: { l148: { l149: { l150: { l151: { l152: { l153: { l154: { l155: { l156: { l157: { l158: {
l159: { l160: { l161: { l162: { l163: { l164: { l165: { l166: { l167: { l168: { l169: { l170: {
l171: { l172: { l173: { l174: { l175: { l176: { l177: { l178: { l179: { l180: { l181: { l182: {
l183: { l184: { l185: { l186: { l187: { l188: { l189: { l190: { l191: { l192: { l193: { l194: {
l195: { l196: { l197: { l198: { l199: { l200: { l201: { l202: { l203: { l204: { l205: { l206: {
l207: { l208: { l209: { l210: { l211: { l212: { l213: { l214: { l215: { l216: { l217: { l218: {
l219: { l220: { l221: { l222: { l223: { l224: { l225: { l226: { l227: { l228: { l229: { l230: {
l231: { l232: { l233: { l234: { l235: { l236: { l237: { l238: { l239: { l240: { l241: { l242: {
l243: { l244: { l245: { l246: { l247: { l248: { l249: { l250: { l251: { l252: { l253: { l254: {
l255: { l256: { l257: { l258: { l259: {
try {
  if (n === 0) break l0; if (n === 1) break l1; if (n === 2) break l2; if (n === 3) break l3;
  if (n === 4) break l4; if (n === 5) break l5; if (n === 6) break l6; if (n === 7) break l7;
  if (n === 8) break l8; if (n === 9) break l9; if (n === 10) break l10; if (n === 11) break l11;
  if (n === 12) break l12; if (n === 13) break l13; if (n === 14) break l14;
  if (n === 15) break l15; if (n === 16) break l16; if (n === 17) break l17;
  if (n === 18) break l18; if (n === 19) break l19; if (n === 20) break l20;
  if (n === 21) break l21; if (n === 22) break l22; if (n === 23) break l23;
  if (n === 24) break l24; if (n === 25) break l25; if (n === 26) break l26;
  if (n === 27) break l27; if (n === 28) break l28; if (n === 29) break l29;
  if (n === 30) break l30; if (n === 31) break l31; if (n === 32) break l32;
  if (n === 33) break l33; if (n === 34) break l34; if (n === 35) break l35;
  if (n === 36) break l36; if (n === 37) break l37; if (n === 38) break l38;
  if (n === 39) break l39; if (n === 40) break l40; if (n === 41) break l41;
  if (n === 42) break l42; if (n === 43) break l43; if (n === 44) break l44;
  if (n === 45) break l45; if (n === 46) break l46; if (n === 47) break l47;
  if (n === 48) break l48; if (n === 49) break l49; if (n === 50) break l50;
  if (n === 51) break l51; if (n === 52) break l52; if (n === 53) break l53;
  if (n === 54) break l54; if (n === 55) break l55; if (n === 56) break l56;
  if (n === 57) break l57; if (n === 58) break l58; if (n === 59) break l59;
  if (n === 60) break l60; if (n === 61) break l61; if (n === 62) break l62;
  if (n === 63) break l63; if (n === 64) break l64; if (n === 65) break l65;
  if (n === 66) break l66; if (n === 67) break l67; if (n === 68) break l68;
  if (n === 69) break l69; if (n === 70) break l70; if (n === 71) break l71;
  if (n === 72) break l72; if (n === 73) break l73; if (n === 74) break l74;
  if (n === 75) break l75; if (n === 76) break l76; if (n === 77) break l77;
  if (n === 78) break l78; if (n === 79) break l79; if (n === 80) break l80;
  if (n === 81) break l81; if (n === 82) break l82; if (n === 83) break l83;
  if (n === 84) break l84; if (n === 85) break l85; if (n === 86) break l86;
  if (n === 87) break l87; if (n === 88) break l88; if (n === 89) break l89;
  if (n === 90) break l90; if (n === 91) break l91; if (n === 92) break l92;
  if (n === 93) break l93; if (n === 94) break l94; if (n === 95) break l95;
  if (n === 96) break l96; if (n === 97) break l97; if (n === 98) break l98;
  if (n === 99) break l99; if (n === 100) break l100; if (n === 101) break l101;
  if (n === 102) break l102; if (n === 103) break l103; if (n === 104) break l104;
  if (n === 105) break l105; if (n === 106) break l106; if (n === 107) break l107;
  if (n === 108) break l108; if (n === 109) break l109; if (n === 110) break l110;
  if (n === 111) break l111; if (n === 112) break l112; if (n === 113) break l113;
  if (n === 114) break l114; if (n === 115) break l115; if (n === 116) break l116;
  if (n === 117) break l117; if (n === 118) break l118; if (n === 119) break l119;
  if (n === 120) break l120; if (n === 121) break l121; if (n === 122) break l122;
  if (n === 123) break l123; if (n === 124) break l124; if (n === 125) break l125;
  if (n === 126) break l126; if (n === 127) break l127; if (n === 128) break l128;
  if (n === 129) break l129; if (n === 130) break l130; if (n === 131) break l131;
  if (n === 132) break l132; if (n === 133) break l133; if (n === 134) break l134;
  if (n === 135) break l135; if (n === 136) break l136; if (n === 137) break l137;
  if (n === 138) break l138; if (n === 139) break l139; if (n === 140) break l140;
  if (n === 141) break l141; if (n === 142) break l142; if (n === 143) break l143;
  if (n === 144) break l144; if (n === 145) break l145; if (n === 146) break l146;
  if (n === 147) break l147; if (n === 148) break l148; if (n === 149) break l149;
  if (n === 150) break l150; if (n === 151) break l151; if (n === 152) break l152;
  if (n === 153) break l153; if (n === 154) break l154; if (n === 155) break l155;
  if (n === 156) break l156; if (n === 157) break l157; if (n === 158) break l158;
  if (n === 159) break l159; if (n === 160) break l160; if (n === 161) break l161;
  if (n === 162) break l162; if (n === 163) break l163; if (n === 164) break l164;
  if (n === 165) break l165; if (n === 166) break l166; if (n === 167) break l167;
  if (n === 168) break l168; if (n === 169) break l169; if (n === 170) break l170;
  if (n === 171) break l171; if (n === 172) break l172; if (n === 173) break l173;
  if (n === 174) break l174; if (n === 175) break l175; if (n === 176) break l176;
  if (n === 177) break l177; if (n === 178) break l178; if (n === 179) break l179;
  if (n === 180) break l180; if (n === 181) break l181; if (n === 182) break l182;
  if (n === 183) break l183; if (n === 184) break l184; if (n === 185) break l185;
  if (n === 186) break l186; if (n === 187) break l187; if (n === 188) break l188;
  if (n === 189) break l189; if (n === 190) break l190; if (n === 191) break l191;
  if (n === 192) break l192; if (n === 193) break l193; if (n === 194) break l194;
  if (n === 195) break l195; if (n === 196) break l196; if (n === 197) break l197;
  if (n === 198) break l198; if (n === 199) break l199; if (n === 200) break l200;
  if (n === 201) break l201; if (n === 202) break l202; if (n === 203) break l203;
  if (n === 204) break l204; if (n === 205) break l205; if (n === 206) break l206;
  if (n === 207) break l207; if (n === 208) break l208; if (n === 209) break l209;
  if (n === 210) break l210; if (n === 211) break l211; if (n === 212) break l212;
  if (n === 213) break l213; if (n === 214) break l214; if (n === 215) break l215;
  if (n === 216) break l216; if (n === 217) break l217; if (n === 218) break l218;
  if (n === 219) break l219; if (n === 220) break l220; if (n === 221) break l221;
  if (n === 222) break l222; if (n === 223) break l223; if (n === 224) break l224;
  if (n === 225) break l225; if (n === 226) break l226; if (n === 227) break l227;
  if (n === 228) break l228; if (n === 229) break l229; if (n === 230) break l230;
  if (n === 231) break l231; if (n === 232) break l232; if (n === 233) break l233;
  if (n === 234) break l234; if (n === 235) break l235; if (n === 236) break l236;
  if (n === 237) break l237; if (n === 238) break l238; if (n === 239) break l239;
  if (n === 240) break l240; if (n === 241) break l241; if (n === 242) break l242;
  if (n === 243) break l243; if (n === 244) break l244; if (n === 245) break l245;
  if (n === 246) break l246; if (n === 247) break l247; if (n === 248) break l248;
  if (n === 249) break l249; if (n === 250) break l250; if (n === 251) break l251;
  if (n === 252) break l252; if (n === 253) break l253; if (n === 254) break l254;
  if (n === 255) break l255; if (n === 256) break l256; if (n === 257) break l257;
  if (n === 258) break l258; if (n === 259) break l259;
} finally {}
} if (n === 259) r = 259; } if (n === 258) r = 258; } if (n === 257) r = 257; }
if (n === 256) r = 256; } if (n === 255) r = 255; } if (n === 254) r = 254; }
if (n === 253) r = 253; } if (n === 252) r = 252; } if (n === 251) r = 251; }
if (n === 250) r = 250; } if (n === 249) r = 249; } if (n === 248) r = 248; }
if (n === 247) r = 247; } if (n === 246) r = 246; } if (n === 245) r = 245; }
if (n === 244) r = 244; } if (n === 243) r = 243; } if (n === 242) r = 242; }
if (n === 241) r = 241; } if (n === 240) r = 240; } if (n === 239) r = 239; }
if (n === 238) r = 238; } if (n === 237) r = 237; } if (n === 236) r = 236; }
if (n === 235) r = 235; } if (n === 234) r = 234; } if (n === 233) r = 233; }
if (n === 232) r = 232; } if (n === 231) r = 231; } if (n === 230) r = 230; }
if (n === 229) r = 229; } if (n === 228) r = 228; } if (n === 227) r = 227; }
if (n === 226) r = 226; } if (n === 225) r = 225; } if (n === 224) r = 224; }
if (n === 223) r = 223; } if (n === 222) r = 222; } if (n === 221) r = 221; }
if (n === 220) r = 220; } if (n === 219) r = 219; } if (n === 218) r = 218; }
if (n === 217) r = 217; } if (n === 216) r = 216; } if (n === 215) r = 215; }
if (n === 214) r = 214; } if (n === 213) r = 213; } if (n === 212) r = 212; }
if (n === 211) r = 211; } if (n === 210) r = 210; } if (n === 209) r = 209; }
if (n === 208) r = 208; } if (n === 207) r = 207; } if (n === 206) r = 206; }
if (n === 205) r = 205; } if (n === 204) r = 204; } if (n === 203) r = 203; }
if (n === 202) r = 202; } if (n === 201) r = 201; } if (n === 200) r = 200; }
if (n === 199) r = 199; } if (n === 198) r = 198; } if (n === 197) r = 197; }
if (n === 196) r = 196; } if (n === 195) r = 195; } if (n === 194) r = 194; }
if (n === 193) r = 193; } if (n === 192) r = 192; } if (n === 191) r = 191; }
if (n === 190) r = 190; } if (n === 189) r = 189; } if (n === 188) r = 188; }
if (n === 187) r = 187; } if (n === 186) r = 186; } if (n === 185) r = 185; }
if (n === 184) r = 184; } if (n === 183) r = 183; } if (n === 182) r = 182; }
if (n === 181) r = 181; } if (n === 180) r = 180; } if (n === 179) r = 179; }
if (n === 178) r = 178; } if (n === 177) r = 177; } if (n === 176) r = 176; }
if (n === 175) r = 175; } if (n === 174) r = 174; } if (n === 173) r = 173; }
if (n === 172) r = 172; } if (n === 171) r = 171; } if (n === 170) r = 170; }
if (n === 169) r = 169; } if (n === 168) r = 168; } if (n === 167) r = 167; }
if (n === 166) r = 166; } if (n === 165) r = 165; } if (n === 164) r = 164; }
if (n === 163) r = 163; } if (n === 162) r = 162; } if (n === 161) r = 161; }
if (n === 160) r = 160; } if (n === 159) r = 159; } if (n === 158) r = 158; }
if (n === 157) r = 157; } if (n === 156) r = 156; } if (n === 155) r = 155; }
if (n === 154) r = 154; } if (n === 153) r = 153; } if (n === 152) r = 152; }
if (n === 151) r = 151; } if (n === 150) r = 150; } if (n === 149) r = 149; }
if (n === 148) r = 148; } if (n === 147) r = 147; } if (n === 146) r = 146; }
if (n === 145) r = 145; } if (n === 144) r = 144; } if (n === 143) r = 143; }
if (n === 142) r = 142; } if (n === 141) r = 141; } if (n === 140) r = 140; }
if (n === 139) r = 139; } if (n === 138) r = 138; } if (n === 137) r = 137; }
if (n === 136) r = 136; } if (n === 135) r = 135; } if (n === 134) r = 134; }
if (n === 133) r = 133; } if (n === 132) r = 132; } if (n === 131) r = 131; }
if (n === 130) r = 130; } if (n === 129) r = 129; } if (n === 128) r = 128; }
if (n === 127) r = 127; } if (n === 126) r = 126; } if (n === 125) r = 125; }
if (n === 124) r = 124; } if (n === 123) r = 123; } if (n === 122) r = 122; }
if (n === 121) r = 121; } if (n === 120) r = 120; } if (n === 119) r = 119; }
if (n === 118) r = 118; } if (n === 117) r = 117; } if (n === 116) r = 116; }
if (n === 115) r = 115; } if (n === 114) r = 114; } if (n === 113) r = 113; }
if (n === 112) r = 112; } if (n === 111) r = 111; } if (n === 110) r = 110; }
if (n === 109) r = 109; } if (n === 108) r = 108; } if (n === 107) r = 107; }
if (n === 106) r = 106; } if (n === 105) r = 105; } if (n === 104) r = 104; }
if (n === 103) r = 103; } if (n === 102) r = 102; } if (n === 101) r = 101; }
if (n === 100) r = 100; } if (n === 99) r = 99; } if (n === 98) r = 98; } if (n === 97) r = 97; }
if (n === 96) r = 96; } if (n === 95) r = 95; } if (n === 94) r = 94; } if (n === 93) r = 93; }
if (n === 92) r = 92; } if (n === 91) r = 91; } if (n === 90) r = 90; } if (n === 89) r = 89; }
if (n === 88) r = 88; } if (n === 87) r = 87; } if (n === 86) r = 86; } if (n === 85) r = 85; }
if (n === 84) r = 84; } if (n === 83) r = 83; } if (n === 82) r = 82; } if (n === 81) r = 81; }
if (n === 80) r = 80; } if (n === 79) r = 79; } if (n === 78) r = 78; } if (n === 77) r = 77; }
if (n === 76) r = 76; } if (n === 75) r = 75; } if (n === 74) r = 74; } if (n === 73) r = 73; }
if (n === 72) r = 72; } if (n === 71) r = 71; } if (n === 70) r = 70; } if (n === 69) r = 69; }
if (n === 68) r = 68; } if (n === 67) r = 67; } if (n === 66) r = 66; } if (n === 65) r = 65; }
if (n === 64) r = 64; } if (n === 63) r = 63; } if (n === 62) r = 62; } if (n === 61) r = 61; }
if (n === 60) r = 60; } if (n === 59) r = 59; } if (n === 58) r = 58; } if (n === 57) r = 57; }
if (n === 56) r = 56; } if (n === 55) r = 55; } if (n === 54) r = 54; } if (n === 53) r = 53; }
if (n === 52) r = 52; } if (n === 51) r = 51; } if (n === 50) r = 50; } if (n === 49) r = 49; }
if (n === 48) r = 48; } if (n === 47) r = 47; } if (n === 46) r = 46; } if (n === 45) r = 45; }
if (n === 44) r = 44; } if (n === 43) r = 43; } if (n === 42) r = 42; } if (n === 41) r = 41; }
if (n === 40) r = 40; } if (n === 39) r = 39; } if (n === 38) r = 38; } if (n === 37) r = 37; }
if (n === 36) r = 36; } if (n === 35) r = 35; } if (n === 34) r = 34; } if (n === 33) r = 33; }
if (n === 32) r = 32; } if (n === 31) r = 31; } if (n === 30) r = 30; } if (n === 29) r = 29; }
if (n === 28) r = 28; } if (n === 27) r = 27; } if (n === 26) r = 26; } if (n === 25) r = 25; }
if (n === 24) r = 24; } if (n === 23) r = 23; } if (n === 22) r = 22; } if (n === 21) r = 21; }
if (n === 20) r = 20; } if (n === 19) r = 19; } if (n === 18) r = 18; } if (n === 17) r = 17; }
if (n === 16) r = 16; } if (n === 15) r = 15; } if (n === 14) r = 14; } if (n === 13) r = 13; }
if (n === 12) r = 12; } if (n === 11) r = 11; } if (n === 10) r = 10; } if (n === 9) r = 9; }
if (n === 8) r = 8; } if (n === 7) r = 7; } if (n === 6) r = 6; } if (n === 5) r = 5; }
if (n === 4) r = 4; } if (n === 3) r = 3; } if (n === 2) r = 2; } if (n === 1) r = 1; }
sheaf.assert(r === n);
sheaf.assert(r !== 256);
