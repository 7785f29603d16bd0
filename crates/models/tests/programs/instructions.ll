; Instructions and intrinsics that clang does not emit from plain C.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@format = private constant [6 x i8] c"%llx\0A\00"
@pair = global { i32, [2 x i16] } { i32 7, [2 x i16] [i16 8, i16 9] }
@difference = global i64 sub (i64 ptrtoint (ptr getelementptr ([6 x i8], ptr @format, i64 0, i64 4) to i64), i64 ptrtoint (ptr @format to i64))
@aligned = global [4 x i32] zeroinitializer, align 4096
@lanes = global <3 x i24> <i24 1, i24 -2, i24 3>
@opaque = global i64 0

declare i32 @printf(ptr, ...)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i24 @llvm.fshr.i24(i24, i24, i24)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i1 @llvm.sadd.sat.i1(i1, i1)
declare i1 @llvm.uadd.sat.i1(i1, i1)
declare i1 @llvm.ssub.sat.i1(i1, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i16 @llvm.umin.i16(i16, i16)
declare { <2 x i32>, <2 x i1> } @llvm.uadd.with.overflow.v2i32(<2 x i32>, <2 x i32>)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare float @llvm.maxnum.f32(float, float)

define internal void @show(i64 %x) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %x)
  ret void
}

define internal void @bools(i1 %a, i1 %b) {
  %sum = add i1 %a, %b
  %product = mul i1 %a, %b
  %less = icmp slt i1 %a, %b
  %below = icmp ult i1 %a, %b
  %quotient = udiv i1 %a, true
  %max = select i1 %a, i1 true, i1 %b
  %w1 = zext i1 %sum to i64
  %w2 = zext i1 %product to i64
  %w3 = sext i1 %less to i64
  %w4 = zext i1 %below to i64
  %w5 = zext i1 %quotient to i64
  %f = uitofp i1 %a to double
  %g = sitofp i1 %a to float
  %w6 = bitcast double %f to i64
  %p7 = bitcast float %g to i32
  %w7 = zext i32 %p7 to i64
  call void @show(i64 %w1)
  call void @show(i64 %w2)
  call void @show(i64 %w3)
  call void @show(i64 %w4)
  call void @show(i64 %w5)
  call void @show(i64 %w6)
  call void @show(i64 %w7)
  switch i1 %max, label %no [ i1 true, label %yes ]
yes:
  call void @show(i64 1111)
  ret void
no:
  call void @show(i64 0)
  ret void
}

define internal i64 @loop(i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %v = phi <2 x i64> [ <i64 1, i64 2>, %entry ], [ %w, %head ]
  %s = phi { i64, ptr } [ { i64 0, ptr @opaque }, %entry ], [ %t, %head ]
  %next = add i64 %i, 1
  %w = add <2 x i64> %v, <i64 3, i64 4>
  %old = extractvalue { i64, ptr } %s, 0
  %lane = extractelement <2 x i64> %w, i64 1
  %new = add i64 %old, %lane
  %t = insertvalue { i64, ptr } %s, i64 %new, 0
  %done = icmp uge i64 %next, %n
  br i1 %done, label %exit, label %head
exit:
  %result = extractvalue { i64, ptr } %t, 0
  ret i64 %result
}

define i32 @main() {
  %zero = load volatile i64, ptr @opaque
  %z32 = trunc i64 %zero to i32
  %z8 = trunc i64 %zero to i8
  %z24 = trunc i64 %zero to i24
  %z1 = trunc i64 %zero to i1
  %true = xor i1 %z1, true
  call void @bools(i1 %true, i1 %z1)
  call void @bools(i1 %z1, i1 %true)
  call void @bools(i1 %true, i1 %true)
  %l = call i64 @loop(i64 5)
  call void @show(i64 %l)

  ; shifts and saturation
  %a8 = add i8 %z8, 129
  %n8 = add i8 %z8, 11
  %s1 = call i8 @llvm.fshl.i8(i8 %a8, i8 %n8, i8 %n8)
  %s1w = zext i8 %s1 to i64
  call void @show(i64 %s1w)
  %a24 = add i24 %z24, 1193046
  %n24 = add i24 %z24, 100
  %s2 = call i24 @llvm.fshr.i24(i24 %a24, i24 77, i24 %n24)
  %s2w = zext i24 %s2 to i64
  call void @show(i64 %s2w)
  %big = add i32 %z32, 2147483000
  %s3 = call i32 @llvm.sadd.sat.i32(i32 %big, i32 1000)
  %s3w = zext i32 %s3 to i64
  call void @show(i64 %s3w)
  %s4 = call i8 @llvm.usub.sat.i8(i8 %n8, i8 %a8)
  %s4w = zext i8 %s4 to i64
  call void @show(i64 %s4w)
  %no = icmp ne i32 %z32, 0
  %yes = xor i1 %no, true
  %s4d = call i1 @llvm.sadd.sat.i1(i1 %yes, i1 %yes)
  %s4dw = zext i1 %s4d to i64
  call void @show(i64 %s4dw)
  %s4e = call i1 @llvm.uadd.sat.i1(i1 %yes, i1 %yes)
  %s4ew = zext i1 %s4e to i64
  call void @show(i64 %s4ew)
  %s4f = call i1 @llvm.ssub.sat.i1(i1 %no, i1 %yes)
  %s4fw = zext i1 %s4f to i64
  call void @show(i64 %s4fw)
  %m5 = sub i64 %zero, 5
  %s5 = call i64 @llvm.abs.i64(i64 %m5, i1 false)
  call void @show(i64 %s5)
  %s6 = call i32 @llvm.smax.i32(i32 %z32, i32 -3)
  %s6w = sext i32 %s6 to i64
  call void @show(i64 %s6w)
  %s7 = call i16 @llvm.umin.i16(i16 -1, i16 40000)
  %s7w = zext i16 %s7 to i64
  call void @show(i64 %s7w)
  %s8 = call i8 @llvm.scmp.i8.i32(i32 %s6, i32 %big)
  %s8w = sext i8 %s8 to i64
  call void @show(i64 %s8w)

  ; odd widths in memory
  %slot = alloca i40, align 8
  %wide = zext i24 %a24 to i40
  %shifted = shl i40 %wide, 13
  store i40 %shifted, ptr %slot
  %back = load i40, ptr %slot
  %backw = sext i40 %back to i64
  call void @show(i64 %backw)
  %second = getelementptr i8, ptr %slot, i64 2
  %byte = load i8, ptr %second
  %bytew = zext i8 %byte to i64
  call void @show(i64 %bytew)

  ; aggregates
  %p = load { i32, [2 x i16] }, ptr @pair
  %inner = extractvalue { i32, [2 x i16] } %p, 1, 1
  %p2 = insertvalue { i32, [2 x i16] } %p, i16 300, 1, 0
  store { i32, [2 x i16] } %p2, ptr @pair
  %innerw = zext i16 %inner to i64
  call void @show(i64 %innerw)
  %field = load i16, ptr getelementptr inbounds ({ i32, [2 x i16] }, ptr @pair, i64 0, i32 1, i64 0)
  %fieldw = zext i16 %field to i64
  call void @show(i64 %fieldw)

  ; vectors
  %v = insertelement <2 x i32> <i32 -1, i32 5>, i32 %z32, i64 1
  %o = call { <2 x i32>, <2 x i1> } @llvm.uadd.with.overflow.v2i32(<2 x i32> %v, <2 x i32> <i32 2, i32 2>)
  %ov = extractvalue { <2 x i32>, <2 x i1> } %o, 0
  %of = extractvalue { <2 x i32>, <2 x i1> } %o, 1
  %ob = bitcast <2 x i32> %ov to i64
  call void @show(i64 %ob)
  %fb = bitcast <2 x i1> %of to i2
  %fbw = zext i2 %fb to i64
  call void @show(i64 %fbw)
  %c = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> <i32 255, i32 1, i32 3, i32 7>)
  %least = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %c)
  %leastw = zext i32 %least to i64
  call void @show(i64 %leastw)
  %chosen = select <2 x i1> %of, <2 x i32> %ov, <2 x i32> <i32 70, i32 80>
  %cb = bitcast <2 x i32> %chosen to <4 x i16>
  %c0 = extractelement <4 x i16> %cb, i32 2
  %c0w = zext i16 %c0 to i64
  call void @show(i64 %c0w)
  %frozen = freeze <2 x i32> %chosen
  %fz = extractelement <2 x i32> %frozen, i32 %z32
  %fzw = zext i32 %fz to i64
  call void @show(i64 %fzw)
  %bits = bitcast i128 24197857203266734864793317670504947440 to <8 x i16>
  %b3 = extractelement <8 x i16> %bits, i32 3
  %b3w = zext i16 %b3 to i64
  call void @show(i64 %b3w)

  ; floats
  %d = load volatile i64, ptr @opaque
  %fd = sitofp i64 %d to double
  %nan = fdiv double %fd, %fd
  %cls = call i1 @llvm.is.fpclass.f64(double %nan, i32 3)
  %clsw = zext i1 %cls to i64
  call void @show(i64 %clsw)
  %sub = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 128)
  %subw = zext i1 %sub to i64
  call void @show(i64 %subw)
  %ueq = fcmp ueq double %nan, 1.0
  %one = fcmp one double %fd, 1.0
  %ult = fcmp ult double %fd, 1.0
  %sum1 = zext i1 %ueq to i64
  %sum2 = zext i1 %one to i64
  %sum3 = zext i1 %ult to i64
  %sum12 = add i64 %sum1, %sum2
  %sum123 = add i64 %sum12, %sum3
  call void @show(i64 %sum123)
  %q = fpext double 1.5 to fp128
  %q2 = fmul fp128 %q, 0xL00000000000000004000800000000000
  %q3 = fptosi fp128 %q2 to i64
  call void @show(i64 %q3)
  %x = fadd x86_fp80 0xK3FFF8000000000000000, 0xK4000C000000000000000
  %x2 = fptoui x86_fp80 %x to i32
  %x2w = zext i32 %x2 to i64
  call void @show(i64 %x2w)
  %mx = call float @llvm.maxnum.f32(float 0x7FF8000000000000, float 2.0)
  %mxb = bitcast float %mx to i32
  %mxw = zext i32 %mxb to i64
  call void @show(i64 %mxw)

  ; constants that are known only when the program runs
  %diff = load i64, ptr @difference
  call void @show(i64 %diff)
  %maskedw = and i64 ptrtoint (ptr @aligned to i64), 4095
  call void @show(i64 %maskedw)
  %inside = getelementptr i8, ptr @aligned, i64 9
  %down = call ptr @llvm.ptrmask.p0.i64(ptr %inside, i64 -8)
  store i32 123, ptr %down
  %cell = load i32, ptr getelementptr ([4 x i32], ptr @aligned, i64 0, i64 2)
  %cellw = zext i32 %cell to i64
  call void @show(i64 %cellw)
  ret i32 3
}
