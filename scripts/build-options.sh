# To be sourced: `build_options`, which every plain build and test of the scripts gets.
#
# check.sh builds without debug information, which nobody looks at there and the compiler takes a tenth of its time for,
# and in a folder of its own, so that what editors and developers have built stays as it is.
read -r -a build_options <<<"${ASSETKIT_BUILD_OPTIONS:-}"
